// SPDX-License-Identifier: MIT
/* The page's one state: what the program says, and what is selected. Edits go to the program and come
 * back as a new project; nothing is changed here first, but values being dragged are shown at once
 * by the controls themselves. */
import { batch, createSignal } from "solid-js";
import { createStore, produce, reconcile } from "solid-js/store";
import { api, listen, Refusal } from "./api";
import { mark } from "./marks";
import type { About, Edit, Fault, Job, Op, Project, Result, Run, Stage, Verdict } from "./protocol";

const idle: Run = {
  state: "idle", revision: 0, size: 0, coarse: false, stage: "", name: "", step: 0, steps: 0, fraction: 0, error: null,
};

interface State {
  about: About | null;
  project: Project | null;
  run: Run;
  result: Result | null;
  check: { result: number; rules: Verdict[] } | null;
  jobs: Record<number, Job>;
  sheets: Record<number, Record<number, { state: string; error?: Fault | null }>>;
  thumbs: Record<string, number>; // stage key -> result id whose picture is there
  presetPictures: Record<string, boolean>;
  lost: boolean; // no connection
  refused: string | null; // the token is wrong
  trouble: { text: string; at: number; fault: Fault | null } | null; // last refusal, for the message line and its place
  disk: string | null; // the recipe was changed by another program
  pending: number; // edits that the program has not taken yet
}

const [state, setState] = createStore<State>({
  about: null, project: null, run: idle, result: null, check: null, jobs: {}, sheets: {}, thumbs: {},
  presetPictures: {}, lost: false, refused: null, trouble: null, disk: null, pending: 0,
});
export { state };

/* The stage whose controls are shown: a key, "frame", or null. */
export const [selected, select] = createSignal<string | null>(null);

export function complain(why: unknown): void {
  if (why instanceof TypeError && state.lost) return; // no connection: that is said already
  const text = why instanceof Error ? why.message : String(why);
  setState("trouble", { text, at: Date.now(), fault: why instanceof Refusal ? why.fault : null });
}

export function forgive(): void {
  setState("trouble", null);
}

export function forgetDisk(): void {
  setState("disk", null);
}

function takeProject(project: Project): void {
  if (state.project && project.revision < state.project.revision && project.folder === state.project.folder) return;
  setState("project", reconcile(project, { key: "key" }));
}

async function refresh(): Promise<void> {
  takeProject(await api.project());
}

/* Edits are sent one after the other; of edits with the same `merge` that wait, the last one wins. */
let sending: Promise<void> = Promise.resolve();
const waiting: Edit[] = [];

const patience = 700; // ms between tries while there is no connection

/* Of what can be asked twice without harm: until there is an answer. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (why) {
      if (why instanceof Refusal || state.refused) throw why;
      await new Promise((resolve) => setTimeout(resolve, patience));
    }
  }
}

async function sendNext(): Promise<void> {
  const next = waiting.shift();
  if (!next) return;
  setState("pending", waiting.length + 1);
  try {
    await deliver(next);
    if (state.trouble?.fault) forgive();
  } catch (why) {
    complain(why);
    await refresh().catch(() => {});
  }
  setState("pending", waiting.length);
}

/* Until the program has answered. An answer that was lost on the way may stand for an edit that was taken: the revision
 * tells, so that nothing is done twice. */
async function deliver(edit: Edit): Promise<void> {
  let before = state.project?.revision;
  for (let again = false; ; again = true) {
    try {
      return takeProject(await api.edit(again && before !== undefined ? { ...edit, revision: before } : edit));
    } catch (why) {
      const changed = again && why instanceof Refusal && why.code === 409;
      if ((why instanceof Refusal && !changed) || state.refused) throw why;
      if (changed) {
        // By this edit, or by another page in the meantime: then this one is still to be done.
        await refresh().catch(() => {});
        if (state.project?.undo === edit.label) return;
        before = state.project?.revision;
      }
      await new Promise((resolve) => setTimeout(resolve, patience));
    }
  }
}

export function edit(label: string, ops: Op[], merge?: string): Promise<void> {
  const last = waiting[waiting.length - 1];
  const whole: Edit = merge ? { label, ops, merge } : { label, ops };
  if (merge && last?.merge === merge && sameTargets(last.ops, ops)) waiting[waiting.length - 1] = whole;
  else waiting.push(whole);
  sending = sending.then(sendNext);
  return sending;
}

function sameTargets(a: Op[], b: Op[]): boolean {
  const target = (op: Op) =>
    op.op === "set" ? `${op.stage}/${op.path}` : op.op === "seed" ? "seed" : "";
  return a.length === b.length && a.every((op, i) => target(op) !== "" && target(op) === target(b[i]!));
}

export async function undo(): Promise<void> {
  await sending;
  await api.undo().then(takeProject, complain);
}

export async function redo(): Promise<void> {
  await sending;
  await api.redo().then(takeProject, complain);
}

export async function open(what: unknown): Promise<void> {
  await sending;
  const before = state.result?.id,
    project = await api.open(what);
  batch(() => {
    setState("project", reconcile(project, { key: "key" }));
    // The news may have been faster than this answer.
    if (state.result?.id === before) setState({ result: null, check: null, thumbs: {} });
    select(null);
  });
}

export async function setView(view: { size?: number; until?: string | null }): Promise<void> {
  await api.view(view).then(takeProject, complain);
}

export function stageOf(key: string | null): Stage | undefined {
  return state.project?.stages.find((stage) => stage.key === key);
}

export function findStage(name: string): Stage | undefined {
  return state.project?.stages.find((stage) => stage.name === name && !stage.off);
}

/* A result never changes: another one is another object, not the old one with other values. */
function takeResult(result: Result): void {
  setState(produce((now) => {
    now.result = result;
  }));
}

/* Asked for, and told at last: news that came in the meantime counts more. */
function takeOlder(result: Result): void {
  if (!state.result || result.id >= state.result.id) takeResult(result);
}

function hear(event: string, data: unknown): void {
  switch (event) {
    case "hello":
      void refresh().catch(complain);
      setState("run", (data as { run: Run }).run);
      if ((data as { result: number | null }).result !== null)
        void api.result((data as { result: number }).result).then(takeOlder, () => {});
      break;
    case "project": {
      const { revision, by } = data as { revision: number; by: string };
      if (by === "open") setState({ result: null, check: null, thumbs: {} });
      if (by === "open" || revision !== state.project?.revision) void refresh().catch(complain);
      break;
    }
    case "run": setState("run", data as Run); break;
    case "result":
      mark("heard", (data as Result).id);
      takeResult(data as Result);
      // Another page has chosen what is seen: no revision tells of that.
      if ((data as Result).until !== state.project?.view.until) void refresh().catch(() => {});
      break;
    case "check": setState("check", data as State["check"]); break;
    case "thumb": {
      const { stage, result } = data as { stage: string; result: number };
      setState("thumbs", stage, result);
      break;
    }
    case "job": setState("jobs", (data as Job).job, data as Job); break;
    case "sheet": {
      const { job, index, ...rest } = data as { job: number; index: number; state: string };
      setState("sheets", job, (old) => ({ ...old, [index]: rest }));
      break;
    }
    case "preset": setState("presetPictures", (data as { name: string }).name, true); break;
    case "disk": setState("disk", (data as { text: string; error?: Fault | null }).error?.message ?? (data as { text: string }).text); break;
    case "refused": setState("refused", (data as Fault).message); break;
  }
}

export async function start(): Promise<() => void> {
  const stop = listen(hear, (lost) => setState("lost", lost));
  try {
    const [about, project] = await patiently(() => Promise.all([api.about(), api.project()]));
    // What is under way is told by `hello` and the news after it, which may be newer than this answer.
    batch(() => {
      setState({ about });
      takeProject(project);
    });
  } catch (why) {
    if (why instanceof Refusal && why.code === 403) setState("refused", why.message);
    else complain(why);
  }
  return stop;
}
