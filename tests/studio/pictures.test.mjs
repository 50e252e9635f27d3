// SPDX-License-Identifier: MIT
/* The gallery is whole from the first moment: every preset has a picture that comes with the page, of the recipe as it is. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { missing, requests, startProgram } from "./studio.mjs";

const top = fileURLToPath(new URL("../..", import.meta.url));
const made = JSON.parse(readFileSync(join(top, "studio/public/presets/made.json"), "utf8"));
const again = "run node scripts/preset-pictures.mjs, then make studio-build";

test("every preset has a picture of itself", { skip: missing() ?? false }, async () => {
  const work = mkdtempSync(join(tmpdir(), "interfluve-pictures-"));
  const program = await startProgram([], join(work, "project"));
  try {
    const api = requests(program.address), { presets } = await api.get("about");
    const shown = presets.filter((preset) => !preset.needs_file);
    assert.ok(shown.length > 20);
    for (const { name } of shown) {
      const bytes = Buffer.from(await (await api.raw(`presets/${name}`)).arrayBuffer());
      assert.equal(bytes.subarray(8, 12).toString(), "WEBP", `${name} has a picture that comes with the page: ${again}`);
      assert.ok(bytes.length < 40000, `the picture of ${name} is small`);
      const recipe = readFileSync(join(top, "recipes", `${name}.yaml`));
      const stamp = createHash("sha256").update(recipe).digest("hex").slice(0, 16);
      assert.equal(made[name], stamp, `the picture of ${name} shows its recipe as it is: ${again}`);
    }
  } finally {
    await program.stop();
    rmSync(work, { recursive: true, force: true });
  }
});
