// SPDX-License-Identifier: MIT
/* Paper and sky around the land. The page's style may name them: --scene-paper, --scene-sky, --scene-haze. */
import * as THREE from "three";
import type { Drawing } from "./drawing";

const names: [css: string, uniform: string, light: string, dark: string][] = [
  ["--scene-paper", "uPaper", "#eef0ee", "#23272b"],
  ["--scene-sky", "uSkyHigh", "#b9cfe0", "#39485a"],
  ["--scene-haze", "uSkyLow", "#e8ecec", "#262d35"],
];

export class Surroundings {
  private stale = true;
  private readonly dark = window.matchMedia("(prefers-color-scheme: dark)");
  private readonly watcher = new MutationObserver(() => this.refresh());

  constructor(private readonly element: HTMLElement, private readonly drawing: Drawing, private readonly wake: () => void) {
    this.watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "data-theme", "style"] });
    this.dark.addEventListener("change", this.refresh);
  }

  private readonly refresh = () => {
    this.stale = true;
    this.wake();
  };

  apply(): void {
    if (!this.stale) return;
    this.stale = false;
    const style = getComputedStyle(this.element), theme = document.documentElement.dataset["theme"];
    const isDark = theme === "dark" || (theme !== "light" && this.dark.matches);
    for (const [css, uniform, light, dark] of names) {
      const colour = new THREE.Color().setStyle(style.getPropertyValue(css).trim() || (isDark ? dark : light), THREE.LinearSRGBColorSpace);
      this.drawing.value<THREE.Vector3>(uniform).set(colour.r, colour.g, colour.b);
    }
  }

  dispose(): void {
    this.watcher.disconnect();
    this.dark.removeEventListener("change", this.refresh);
  }
}
