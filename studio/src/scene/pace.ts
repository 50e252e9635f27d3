// SPDX-License-Identifier: MIT
/* How fast the graphics card is: a fence behind each picture tells when it was done. */

/* True where pictures are drawn by the processor: then fine smoothing costs too much. */
export function drawsSlowly(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  const known = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(known ? known.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/* Calls when all that was asked of the graphics card so far is done. */
export function whenDrawn(gl: WebGL2RenderingContext, call: () => void): void {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!fence) return;
  gl.flush();
  const look = () => {
    if (gl.isContextLost()) return;
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return void setTimeout(look, 1);
    gl.deleteSync(fence);
    call();
  };
  setTimeout(look, 1);
}

export class Pace {
  private fence: WebGLSync | null = null;
  private began = 0;

  /* `time`: ms a picture, lately. */
  constructor(private readonly gl: WebGL2RenderingContext, public time = 0) {}

  drawn(): void {
    if (this.busy()) return; // one fence at a time
    this.fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.began = performance.now();
    this.gl.flush();
  }

  forget(): void {
    this.fence = null;
  }

  /* Whether the last picture is still being drawn. */
  busy(): boolean {
    const { gl, fence } = this;
    if (!fence) return false;
    if (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED && performance.now() - this.began < 10000) return true;
    const took = performance.now() - this.began;
    this.time += 0.4 * (Math.min(took, 1000) - this.time);
    gl.deleteSync(fence);
    this.fence = null;
    return false;
  }
}
