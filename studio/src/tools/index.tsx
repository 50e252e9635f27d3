// SPDX-License-Identifier: MIT
import type { Scene } from "../scene/scene";

export function ToolBar(_props: { scene: Scene }) {
  return <div />;
}
export function ToolOverlay(_props: { scene: Scene }) {
  return <div />;
}
export function startBrush(_stage: string, _path: string): void {}
export async function lockRiver(_reach: number): Promise<void> {}
export async function lockLake(_lake: number): Promise<void> {}
