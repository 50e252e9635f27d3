// SPDX-License-Identifier: MIT
// Runs the Khronos validator over .glb files:  node validate.mjs FILE...
// Exit 0: no errors and no warnings. 1: some, listed. 77: the validator is not there (skipped).
// The npm package gltf-validator is looked up in $GLTF_VALIDATOR_DIR, a folder with node_modules.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const SKIPPED = 77;

function findValidator() {
    const folder = resolve(process.env.GLTF_VALIDATOR_DIR ?? '.');
    try {
        return createRequire(join(folder, 'look-up-from-here.js'))('gltf-validator');
    } catch {
        console.log(`skipped: no npm package gltf-validator in ${folder}`);
        process.exit(SKIPPED);
    }
}

async function faultsOf(validator, file) {
    const bytes = new Uint8Array(await readFile(file));
    const report = await validator.validateBytes(bytes, { maxIssues: 20 });
    const { numErrors, numWarnings, messages } = report.issues;
    const { totalTriangleCount, totalVertexCount } = report.info;
    console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ` +
                `${totalTriangleCount} triangles, ${totalVertexCount} vertices`);
    for (const { code, message, pointer, severity } of messages)
        if (severity <= 1)
            console.log(`  ${code} ${pointer ?? ''} ${message}`);
    return numErrors + numWarnings;
}

const files = process.argv.slice(2);
if (!files.length) {
    console.error('usage: node validate.mjs FILE...');
    process.exit(2);
}
const validator = findValidator();
let faults = 0;
for (const file of files)
    faults += await faultsOf(validator, file);
process.exit(faults ? 1 : 0);
