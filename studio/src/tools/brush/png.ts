// SPDX-License-Identifier: MIT
/* PNG, grey, 16 bit: what a painted field is kept as. */

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = table[(c ^ byte) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length), view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc(out.subarray(4, 8 + data.length)));
  return out;
}

/* Rows with what each byte has more than the one above it: smooth fields become small files. */
function filtered(values: Float32Array, cols: number, rows: number, low: number, high: number): Uint8Array {
  const scale = high > low ? 65535 / (high - low) : 0, width = 2 * cols;
  const out = new Uint8Array(rows * (width + 1));
  let above = new Uint8Array(width), row = new Uint8Array(width);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const grey = Math.min(Math.max(Math.round((values[r * cols + c]! - low) * scale), 0), 65535) || 0;
      row[2 * c] = grey >> 8;
      row[2 * c + 1] = grey & 255;
    }
    const at = r * (width + 1);
    out[at] = 2;
    for (let i = 0; i < width; i++) out[at + 1 + i] = row[i]! - above[i]!;
    [above, row] = [row, above];
  }
  return out;
}

async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export async function encode(values: Float32Array, cols: number, rows: number, low: number, high: number): Promise<Blob> {
  const head = new Uint8Array(13), view = new DataView(head.buffer);
  view.setUint32(0, cols);
  view.setUint32(4, rows);
  head[8] = 16; // bits, grey, no interlace
  const data = await deflated(filtered(values, cols, rows, low, high));
  const parts = [
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", new Uint8Array()),
  ];
  return new Blob(parts as BlobPart[], { type: "image/png" });
}
