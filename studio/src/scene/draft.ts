// SPDX-License-Identifier: MIT
/* Pictures with fewer pixels, for where the processor draws: into a texture that is then spread over the canvas. The canvas
 * itself keeps its size: to change it lets the page wait until everything that was asked for before is drawn. */
import * as THREE from "three";

const SHARE = 0.5; // of the pixels along a side

export class Draft {
  private target: THREE.WebGLRenderTarget | null = null;

  constructor(private readonly renderer: THREE.WebGLRenderer) {}

  /* Draws by `render`, which is told the pixels for one of the page. */
  draw(render: (ratio: number) => void): void {
    const { renderer } = this, gl = renderer.getContext() as WebGL2RenderingContext;
    const wide = gl.drawingBufferWidth, high = gl.drawingBufferHeight, target = this.fitted(Math.ceil(SHARE * wide), Math.ceil(SHARE * high));
    renderer.setRenderTarget(target);
    render(SHARE * renderer.getPixelRatio());
    const known = renderer.properties.get(target) as { __webglFramebuffer?: WebGLFramebuffer };
    renderer.setRenderTarget(null);
    renderer.state.bindFramebuffer(gl.READ_FRAMEBUFFER, known.__webglFramebuffer ?? null);
    renderer.state.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.disable(gl.SCISSOR_TEST);
    gl.blitFramebuffer(0, 0, target.width, target.height, 0, 0, wide, high, gl.COLOR_BUFFER_BIT, gl.LINEAR);
    renderer.state.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  }

  private fitted(wide: number, high: number): THREE.WebGLRenderTarget {
    if (this.target?.width === wide && this.target.height === high) return this.target;
    this.target?.dispose();
    return (this.target = new THREE.WebGLRenderTarget(wide, high, { minFilter: THREE.LinearFilter, magFilter: THREE.LinearFilter }));
  }

  forget(): void {
    this.target = null;
  }

  dispose(): void {
    this.target?.dispose();
    this.target = null;
  }
}
