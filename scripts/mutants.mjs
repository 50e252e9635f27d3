// SPDX-License-Identifier: MIT
// mutants.mjs BUILD [PART/PARTS] [NUMBER...]: small wrong changes to the kernels, one at a time, and whether a test notices.
// mutants.mjs --list: whether the list still fits the sources, and no more.
//
// tests/mutants.list has a change a line: FILE | OLD | NEW | TESTS, the old text standing once in the file. Each is compiled
// with the command of BUILD (a release build with tests), linked before the library into the named tests, and these are run
// until one fails: killed. All pass: survived. "= " before a line says that no test can tell, and its comment why. Nothing in the
// working tree is touched. What was killed is kept in BUILD/mutants-*.json by what was changed, tests and source: only the
// others run again. Several can run at once, each with a part of the list.
import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const build = resolve(process.argv[2] === '--list' ? '.' : process.argv[2]);
const [part, parts] = (process.argv.slice(3).find((word) => word.includes('/')) ?? '1/1').split('/').map(Number);
const only = process.argv.slice(3).filter((word) => !word.includes('/')).map(Number);
const GOAL = 0.95;
const MOST_SECONDS = 120; // of processor time: a test that runs on and on has noticed
const work = join(build, `mutants-${part}`);
const kept = join(build, `mutants-${part}.json`);

/* Where the old text stands, which it must do once. */
function placeOf(mutant, text) {
    const at = text.indexOf(mutant.old);
    if (at < 0 || text.indexOf(mutant.old, at + 1) >= 0)
        throw new Error(`mutants.list:${mutant.line}: "${mutant.old}" stands ${at < 0 ? 'nowhere' : 'more than once'} in ${mutant.file}`);
    return at;
}

function readList() {
    const mutants = [];
    readFileSync(join(root, 'tests/mutants.list'), 'utf8').split('\n').forEach((line, i) => {
        if (!line.trim() || line.startsWith('#')) return;
        const equal = line.startsWith('= ');
        const parts = (equal ? line.slice(2) : line).split(' | ');
        if (parts.length !== 4) throw new Error(`mutants.list:${i + 1}: expected FILE | OLD | NEW | TESTS`);
        const [file, old, by, tests] = parts.map((part) => part.trim().replace(/\\n/g, "\n").replace(/\\\|/g, "|"));
        mutants.push({ number: mutants.length + 1, line: i + 1, file, old, by, tests: tests.split(/\s+/), equal });
    });
    return mutants;
}

if (process.argv[2] === '--list') {
    for (const mutant of readList()) {
        placeOf(mutant, readFileSync(join(root, mutant.file), 'utf8'));
        for (const test of mutant.tests)
            if (!existsSync(join(root, `tests/test_${test}.c`))) throw new Error(`mutants.list:${mutant.line}: there is no test ${test}`);
    }
    process.exit(0);
}
mkdirSync(work, { recursive: true });

const commands = new Map(
    JSON.parse(readFileSync(join(build, 'compile_commands.json'), 'utf8'))
        .filter((entry) => entry.output === undefined || !/bare_user/.test(entry.output))
        .filter((entry) => !/bare_user/.test(entry.command))
        .map((entry) => [resolve(entry.directory, entry.file), entry]),
);

function compile(mutant) {
    const path = join(root, mutant.file);
    const text = readFileSync(path, 'utf8');
    const at = placeOf(mutant, text);
    const entry = commands.get(path);
    const source = join(work, 'mutant.c'), object = join(work, 'mutant.o');
    writeFileSync(source, text.slice(0, at) + mutant.by + text.slice(at + mutant.old.length));
    const command = entry.command.replace(/ -o \S+ -c .*$/, ` -w -o '${object}' -c '${source}'`);
    return spawnSync('sh', ['-c', command], { cwd: entry.directory, stdio: 'ignore' }).status === 0;
}

function link(test) {
    const folder = join(build, 'tests');
    const command = readFileSync(join(folder, `CMakeFiles/test_${test}.dir/link.txt`), 'utf8').trim();
    const program = join(work, `test_${test}`);
    const changed = command.replace(/ -o \S+/, ` '${join(work, 'mutant.o')}' -o '${program}'`);
    execFileSync('sh', ['-c', changed], { cwd: folder, stdio: 'ignore' });
    return program;
}

const env = { ...process.env, CMOCKA_TEST_ABORT: '1' }; // the first assertion that fails is enough

function judge(mutant) {
    if (!compile(mutant)) return { result: 'broken' };
    for (const test of mutant.tests) {
        const run = spawnSync('sh', ['-c', `ulimit -t ${MOST_SECONDS} && exec '${link(test)}'`], { cwd: join(build, 'tests'), stdio: 'ignore', env });
        if (run.status !== 0) return { result: 'killed', by: test };
    }
    return { result: 'survived' };
}

const own = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
const results = { ...own };
for (const name of readdirSync(build).filter((name) => /^mutants-\d+\.json$/.test(name)))
    Object.assign(results, JSON.parse(readFileSync(join(build, name), 'utf8')));
const count = { killed: 0, survived: 0, broken: 0, equal: 0, left: 0 };
for (const mutant of readList()) {
    const tests = mutant.tests.map((test) => readFileSync(join(root, `tests/test_${test}.c`), 'utf8'));
    const key = createHash('sha256')
        .update(JSON.stringify([mutant.file, mutant.old, mutant.by, mutant.tests, readFileSync(join(root, mutant.file), 'utf8'), tests]))
        .digest('hex');
    if (mutant.equal) {
        count.equal++;
        continue;
    }
    if (results[key]?.result !== 'killed' && mutant.number % parts === part % parts && (!only.length || only.includes(mutant.number))) {
        results[key] = own[key] = judge(mutant);
        writeFileSync(kept, JSON.stringify(own, null, 1));
    }
    const found = results[key];
    count[found ? found.result : 'left']++;
    if (found && (found.result !== 'killed' || only.includes(mutant.number)))
        console.log(`${found.result} ${mutant.number}: ${mutant.file}: ${mutant.old} -> ${mutant.by} (${mutant.tests.join(' ')})`);
}
const judged = count.killed + count.survived;
console.log(
    `mutants: ${count.killed} of ${judged} killed (${((100 * count.killed) / Math.max(judged, 1)).toFixed(1)} %), ` +
        `${count.survived} survived, ${count.equal} are no change, ${count.broken} do not compile, ${count.left} not tried`,
);
process.exit(count.broken || count.killed < GOAL * judged ? 1 : 0);
