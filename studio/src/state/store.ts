// SPDX-License-Identifier: MIT
/* The page's one state: what the program says, and what is selected. Edits go to the program and come
 * back as a new project; nothing is changed here first, but values being dragged are shown at once
 * by the controls themselves. */
import { batch, createSignal } from "solid-js";
import { createStore, produce, reconcile } from "solid-js/store";
import { api, listen, Refusal } from "./api";
import { mark } from "./marks";
import { texts } from "../texts";
import { forgetUnsent, keepUnsent, page, takeUnsent } from "./unsent";
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
  unsent: string[]; // labels of those that it could not be sent
}

const [state, setState] = createStore<State>({
  about: null, project: null, run: idle, result: null, check: null, jobs: {}, sheets: {}, thumbs: {},
  presetPictures: {}, lost: false, refused: null, trouble: null, disk: null, pending: 0, unsent: [],
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

/* Until the program has answered. An answer that was lost on the way may stand for an edit that was taken: the program
 * knows it by its word, so that nothing is done twice. */
async function deliver(edit: Edit): Promise<void> {
  for (;;) {
    try {
      takeProject(await api.edit(edit));
      return keep(null);
    } catch (why) {
      const shut = why instanceof Refusal && why.code === 403;
      if (why instanceof Refusal && !shut) {
        keep(null);
        throw why;
      }
      keep(edit);
      if (shut) return new Promise(() => {}); // another program answers here: this page sends nothing any more
      await new Promise((resolve) => setTimeout(resolve, patience));
    }
  }
}

/* The browser keeps what could not be sent, from the first failure until all of it is through. */
let stuck: Edit | null = null;

function keep(edit: Edit | null): void {
  stuck = edit;
  const all = stuck ? [stuck, ...waiting] : [];
  setState("unsent", all.map((one) => one.label));
  if (!all.length) forgetUnsent();
  else if (state.project) keepUnsent(state.project.folder, all);
}

/* Takes up what a page that is gone could not send. */
function sendUnsent(): void {
  if (!state.project?.open) return;
  for (const edit of takeUnsent(state.project.folder)) {
    waiting.push(edit);
    sending = sending.then(sendNext);
  }
}

let edits = 0;
const nextWord = () => `${page}-${Date.now().toString(36)}-${++edits}`;

export function edit(label: string, ops: Op[], merge?: string): Promise<void> {
  const last = waiting[waiting.length - 1];
  const whole: Edit = { id: nextWord(), label, ops, ...(merge ? { merge } : {}) };
  if (merge && last?.merge === merge && sameTargets(last.ops, ops)) waiting[waiting.length - 1] = whole;
  else waiting.push(whole);
  if (stuck) keep(stuck);
  sending = sending.then(sendNext);
  return sending;
}

/* Edits that are worked out from the recipe wait for those before them: a stage that two of them need is added once. What
 * cannot be sent for want of a connection holds up none. */
let planning: Promise<unknown> = Promise.resolve();

async function allSent(): Promise<void> {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
  while ((waiting.length || state.pending) && !stuck) await Promise.race([sending, pause()]);
}

/* Gives what was planned when the program has it; `plan` gives null where there is nothing to do. Complains by itself. */
export async function editPlanned<T extends { ops: Op[] }>(label: string, plan: () => T | null | Promise<T | null>): Promise<T | null> {
  const turn = planning.then(async () => {
    await allSent();
    const what = await plan();
    return { what, done: what ? edit(label, what.ops) : sending };
  });
  planning = turn.catch(() => {});
  try {
    const { what, done } = await turn;
    await done;
    return what;
  } catch (why) {
    complain(why);
    return null;
  }
}

function sameTargets(a: Op[], b: Op[]): boolean {
  const target = (op: Op) =>
    op.op === "set" ? `${op.stage}/${op.path}` : op.op === "seed" ? "seed" : "";
  return a.length === b.length && a.every((op, i) => target(op) !== "" && target(op) === target(b[i]!));
}

/* Undo does not wait for a connection as edits do: what it would take back is not seen until then. */
async function stepBy(call: () => Promise<Project>, unreached: string): Promise<void> {
  if (state.lost) return complain(unreached);
  await planning;
  await sending;
  await call().then(takeProject, (why) => complain(why instanceof TypeError ? unreached : why));
}

export const undo = () => stepBy(api.undo, texts.page.notUndone);
export const redo = () => stepBy(api.redo, texts.page.notRedone);

export async function open(what: unknown): Promise<void> {
  await planning;
  await sending;
  const before = state.result?.id,
    project = await api.open(what);
  batch(() => {
    setState("project", reconcile(project, { key: "key" }));
    // The news may have been faster than this answer.
    if (state.result?.id === before) setState({ result: null, check: null, thumbs: {} });
    select(null);
  });
  sendUnsent();
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
    sendUnsent();
  } catch (why) {
    if (why instanceof Refusal && why.code === 403) setState("refused", why.message);
    else complain(why);
  }
  return stop;
}
