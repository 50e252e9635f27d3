// SPDX-License-Identifier: MIT
/* three.mjs ROOM PICTURE: three.js loads the models for Blender and Unity; metres, normals and river data are there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, serve, withPage } from "./page.mjs";

const [room, picture] = process.argv.slice(2);
const told = JSON.parse(readFileSync(join(room, "blender/export.json")));

const html = `<!doctype html><meta charset="utf-8"><style>body { margin: 0 }</style>
<script type="importmap">{"imports": {"three": "/node_modules/three/build/three.module.js"}}</script>
<script type="module">
import * as THREE from "three";
import { GLTFLoader } from "/node_modules/three/examples/jsm/loaders/GLTFLoader.js";
const loader = new GLTFLoader();
const seen = { meshes: {}, lines: 0, downhill: true, named: 0 };
const model = await loader.loadAsync("/blender/landscape.glb");
const water = await loader.loadAsync("/unity/water.glb");
const look = (thing, of) => {
  if (thing.isMesh) {
    const box = new THREE.Box3().setFromObject(thing), up = thing.geometry.attributes.normal, p = thing.geometry.attributes.position;
    let down = 0;
    const a = new THREE.Vector3(), b = new THREE.Vector3(), c = new THREE.Vector3(), index = thing.geometry.index;
    for (let i = 0; i < index.count; i += 3) {
      a.fromBufferAttribute(p, index.getX(i)); b.fromBufferAttribute(p, index.getX(i + 1)); c.fromBufferAttribute(p, index.getX(i + 2));
      down += b.sub(a).cross(c.sub(a)).y <= 0;
    }
    for (let i = 0; i < up.count; i++) down += up.getY(i) <= 0;
    of[thing.name] = { min: box.min.toArray(), max: box.max.toArray(), down, uv: !!thing.geometry.attributes.uv,
                       colour: !!thing.geometry.attributes.color };
  } else if (thing.isLine) {
    const p = thing.geometry.attributes.position;
    for (let i = 1; i < p.count; i++) seen.downhill &&= p.getY(i) <= p.getY(i - 1) + 0.01;
    seen.lines += thing.userData.width.length === p.count && thing.userData.discharge > 0;
    seen.named += thing.userData.river_name !== "";
  }
};
seen.water = {};
model.scene.traverse((thing) => look(thing, seen.meshes));
water.scene.traverse((thing) => look(thing, seen.water));
const scene = new THREE.Scene();
scene.background = new THREE.Color(0xc4d6e6);
scene.add(model.scene, new THREE.HemisphereLight(0xdfeaf5, 0x6a6f5a, 1.1));
const sun = new THREE.DirectionalLight(0xfff2dd, 2.6);
sun.position.set(-1, 0.9, -1);
scene.add(sun);
// colours by height and slope: the model has the ground's shape, materials are the program's own
const ground = model.scene.getObjectByName("ground"), place = ground.geometry.attributes.position, up = ground.geometry.attributes.normal;
const colours = new Float32Array(3 * place.count), shade = new THREE.Color();
for (let i = 0; i < place.count; i++) {
  const h = place.getY(i), steep = up.getY(i) < 0.9;
  shade.set(h < 0 ? 0x8a9a90 : h > 950 ? 0xf2f4f5 : steep ? 0x857a6c : h > 450 ? 0x8d9a5f : 0x6f8f52).toArray(colours, 3 * i);
}
ground.geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
ground.material = new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 1 });
model.scene.traverse((thing) => { if (thing.isLine) thing.material = new THREE.LineBasicMaterial({ color: 0x2f74a8 }); });
const box = new THREE.Box3().setFromObject(ground), middle = box.getCenter(new THREE.Vector3()), size = box.getSize(new THREE.Vector3());
const camera = new THREE.PerspectiveCamera(38, innerWidth / innerHeight, 10, 10 * size.x);
camera.position.set(middle.x - 0.12 * size.x, 0.5 * size.x, middle.z + 0.75 * size.z);
camera.lookAt(middle.x, 0, middle.z + 0.02 * size.z);
model.scene.scale.y = 1;
const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true, logarithmicDepthBuffer: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
renderer.render(scene, camera);
window.seen = seen;
</script>`;

const { server, address } = await serve([room], { "view.html": html });
await withPage(room, address + "view.html", async (page) => {
  await page.waitForFunction("window.seen");
  const seen = await page.evaluate("window.seen");
  const { ground, rivers, sea } = seen.meshes;
  const near = (a, b, room) => Math.abs(a - b) <= room;
  expect(near(ground.max[0], told.lattice.step_x * (told.lattice.cols - 1), 0.1), `the ground is ${ground.max[0]} m wide`);
  expect(near(ground.max[2], told.lattice.step_y * (told.lattice.rows - 1), 0.1), `the ground is ${ground.max[2]} m deep`);
  expect(near(ground.min[0], 0, 0.01) && near(ground.min[2], 0, 0.01), "the ground does not begin at 0");
  expect(near(ground.max[1], told.range.high, 0.01) && near(ground.min[1], told.range.low, 0.01), "heights");
  expect(rivers.uv && rivers.colour && near(sea.max[1], 0, 1e-6), "ribbons without flow, or a sea that is not at 0");
  for (const [name, mesh] of Object.entries({ ...seen.meshes, ...seen.water }))
    expect(mesh.down === 0, `${name}: ${mesh.down} faces or normals look down`);
  const lakes = Object.keys(seen.meshes).filter((name) => name.startsWith("lake_")).length;
  expect(lakes > 0 && lakes === Object.keys(seen.water).filter((name) => name.startsWith("lake_")).length, `${lakes} lakes`);
  expect(seen.lines > 50 && seen.named > 10 && seen.downhill, `${seen.lines} rivers with data, ${seen.named} with names`);
  await page.screenshot({ path: picture });
  console.log(`saw: three.js, ${Object.keys(seen.meshes).length} meshes facing up, ${seen.lines} rivers with data, ${lakes} lakes`);
});
server.close();
