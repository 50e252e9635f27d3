// SPDX-License-Identifier: MIT
import type { Camera, Look, Scene } from "./scene";

export function createScene(parent: HTMLElement): Scene {
  const element = document.createElement("div");
  element.className = "stand-in";
  parent.append(element);
  let camera: Camera = { mode: "map", x: 0, y: 0, span: 1, turn: 0, tilt: 45 };
  let look: Look = {
    exaggeration: 1, sunAzimuth: 315, sunHeight: 45, fog: 0, water: true, rivers: true, riverColour: "plain",
    flow: true, contours: false,
  };
  const calls = new Set<() => void>();
  return {
    element,
    setLand() {},
    setOther() {},
    setOverlay() {},
    setLook: (part) => { look = { ...look, ...part }; },
    look: () => look,
    setCamera: (part) => { camera = { ...camera, ...part }; calls.forEach((call) => call()); },
    camera: () => camera,
    setLit() {},
    setBrush() {},
    pick: () => null,
    project: () => ({ left: 0, top: 0, seen: false }),
    heightAt: () => NaN,
    onView(call) { calls.add(call); return () => calls.delete(call); },
    picture: async () => new Blob(),
    setHeld() {},
    frameTimes: () => [],
    dispose: () => element.remove(),
  };
}
