// SPDX-License-Identifier: MIT
/* pmtiles.mjs ROOM TILES ARCHIVES: the npm package pmtiles finds in the archives of one export every tile that another has
 * as a file, with the same bytes, and no other. */
import { closeSync, openSync, readFileSync, readSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "./page.mjs";

const [room, tiles, archives] = process.argv.slice(2);
const { PMTiles } = createRequire(join(room, "node_modules", "x"))("pmtiles");

class File {
  constructor(path) {
    this.path = path;
    this.handle = openSync(path);
  }
  getKey() {
    return this.path;
  }
  async getBytes(offset, length) {
    const bytes = Buffer.alloc(length);
    const count = readSync(this.handle, bytes, 0, length, offset);
    return { data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + count) };
  }
}

let count = 0;
for (const [name, ending] of [["terrain", "png"], ["water", "pbf"]]) {
  const source = new File(join(room, archives, `${name}.pmtiles`));
  const archive = new PMTiles(source);
  const header = await archive.getHeader();
  const metadata = await archive.getMetadata();
  expect(header.specVersion === 3 && header.clustered, `${name}: header`);
  if (name === "water") expect(metadata.vector_layers.map((l) => l.id).join() === "coast,lakes,rivers", "vector_layers");
  let own = 0;
  for (const z of readdirSync(join(room, tiles, name)).filter((n) => /^\d+$/.test(n)))
    for (const x of readdirSync(join(room, tiles, name, z)))
      for (const file of readdirSync(join(room, tiles, name, z, x))) {
        const y = file.replace(`.${ending}`, "");
        const found = await archive.getZxy(Number(z), Number(x), Number(y));
        expect(found, `${name}: tile ${z}/${x}/${y} is not found`);
        const expected = readFileSync(join(room, tiles, name, z, x, file));
        expect(Buffer.from(found.data).equals(expected), `${name}: tile ${z}/${x}/${y} has other bytes`);
        own++;
      }
  expect(own === header.numAddressedTiles, `${name}: ${header.numAddressedTiles} tiles, expected ${own}`);
  const outside = await archive.getZxy(header.maxZoom, 0, 0);
  expect(!outside, `${name}: a tile where there is none`);
  count += own;
  closeSync(source.handle);
}
console.log(`${count} tiles are the same in files and in archives`);
