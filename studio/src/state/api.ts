// SPDX-License-Identifier: MIT
/* Requests to the program. The token comes with the page's address and stays out of the history. */
import { Bundle, view, type Numbers } from "./bundle";
import type {
  About, Catchment, Edit, Fault, Fit, Lakes, Outline, PlaceInfo, Project, Result, Rivers, Watersheds,
} from "./protocol";

export class Refusal extends Error {
  constructor(readonly code: number, readonly fault: Fault) {
    super(fault.message);
  }
}

const kept = "interfluve-token";

function takeToken(): string {
  const here = new URL(location.href);
  const given = here.searchParams.get("token");
  if (given) {
    sessionStorage.setItem(kept, given);
    here.searchParams.delete("token");
    history.replaceState(null, "", here);
  }
  return given ?? sessionStorage.getItem(kept) ?? "";
}

const token = takeToken();

async function refusal(answer: Response): Promise<Refusal> {
  const fallback: Fault = { status: "failed", message: `${answer.status} ${answer.statusText}` };
  try {
    const body = (await answer.json()) as { error?: Fault };
    return new Refusal(answer.status, body.error ?? fallback);
  } catch {
    return new Refusal(answer.status, fallback);
  }
}

export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("X-Interfluve-Token", token);
  const answer = await fetch(`/api/${path}`, { ...init, headers });
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function get<T>(path: string): Promise<T> {
  return (await (await ask(path)).json()) as T;
}

async function post<T>(path: string, body: unknown = {}, more: RequestInit = {}): Promise<T> {
  const answer = await ask(path, {
    ...more,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as T;
}

async function getBundle(path: string, init: RequestInit = {}): Promise<Bundle> {
  return new Bundle(await (await ask(path, init)).arrayBuffer());
}

function outlineOf(bundle: Bundle): Outline {
  return {
    first_point: bundle.arrays["first_point"] as Uint32Array,
    x: bundle.arrays["x"] as Float64Array,
    y: bundle.arrays["y"] as Float64Array,
  };
}

export interface Grid<T extends Numbers = Numbers> {
  cols: number;
  rows: number;
  values: T;
}

async function getGrid(path: string): Promise<Grid> {
  const answer = await ask(path);
  const type = answer.headers.get("X-Type") ?? "float32";
  const cols = Number(answer.headers.get("X-Cols")), rows = Number(answer.headers.get("X-Rows"));
  return { cols, rows, values: view(type, await answer.arrayBuffer()) };
}

const json = (value: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(value).map(([k, v]) => [k, String(v)])).toString();

export const api = {
  about: () => get<About>("about"),
  project: () => get<Project>("project"),
  open: (what: unknown) => post<Project>("open", what),
  edit: (edit: Edit) => post<Project>("edit", edit),
  undo: () => post<Project>("undo"),
  redo: () => post<Project>("redo"),
  places: (query: { stage?: string; name?: string }) =>
    get<{ index: number; problem: string | null }[]>(`places?${json(query as Record<string, string>)}`),
  recipe: async () => (await ask("recipe")).text(),
  ui: (state: unknown) => post<unknown>("ui", state, { keepalive: true }), // also from a page that goes
  view: (view: { size?: number; until?: string | null }) => post<Project>("view", view),
  cancel: () => post<unknown>("cancel"),
  run: () => post<unknown>("run"),
  build: (wish: { name: string } & Record<string, unknown>) => post<{ job: number }>("build", wish),
  fit: (program: string, size: number, tiles: number) => get<Fit>(`fit?${json({ for: program, size, tiles })}`),
  sheet: (wish: Record<string, unknown>) => post<{ job: number }>("sheet", wish),
  cancelJob: (job: number) => post<unknown>(`jobs/${job}/cancel`),
  putImage: async (name: string, png: Blob) =>
    (await (await ask(`images?${json({ name })}`, { method: "POST", body: png })).json()) as { image: string },
  putMap: async (name: string, file: Blob) =>
    (await (await ask(`maps?${json({ name })}`, { method: "POST", body: file })).json()) as { map: string },
  field: (stage: string, path: string, size: number) =>
    getGrid(`field?${json({ stage, path, size })}`) as Promise<Grid<Float32Array>>,
  result: (id: number) => get<Result>(`results/${id}`),
  drawn: (id: number) => post<unknown>(`results/${id}/drawn`),
  layer: (id: number, name: string, query: Record<string, number> = {}) =>
    getGrid(`results/${id}/layers/${name}?${json(query)}`),
  grids: async (id: number, names: string[], signal: AbortSignal) =>
    (await getBundle(`results/${id}/grids?names=${names.join(",")}`, { signal })).arrays,
  at: (id: number, x: number, y: number) => get<PlaceInfo>(`results/${id}/at?${json({ x, y })}`),
  blob: async (path: string) => (await ask(path)).blob(),
  async rivers(id: number): Promise<Rivers> {
    const bundle = await getBundle(`results/${id}/rivers`), { columns, arrays } = bundle;
    return Object.defineProperty({ columns, ...arrays }, "reaches", { get: () => bundle.items }) as unknown as Rivers;
  },
  async lakes(id: number): Promise<Lakes> {
    const bundle = await getBundle(`results/${id}/lakes`);
    return { lakes: bundle.items as unknown as Lakes["lakes"], outline: outlineOf(bundle) };
  },
  async watersheds(id: number): Promise<Watersheds> {
    const bundle = await getBundle(`results/${id}/watersheds`);
    return { watersheds: bundle.items as unknown as Watersheds["watersheds"], outline: outlineOf(bundle) };
  },
  coast: async (id: number): Promise<Outline> => outlineOf(await getBundle(`results/${id}/coast`)),
  async catchment(id: number, x: number, y: number): Promise<Catchment> {
    const { head, arrays } = await getBundle(`results/${id}/catchment?${json({ x, y })}`);
    return { ...head, mask: arrays["mask"] } as unknown as Catchment;
  },
};

const silence = 40000; // ms; the program says something every 15 s

/* Server-sent events over fetch, because EventSource cannot send the token as a header. Connects again, ever
 * more slowly, until `stop`. */
export function listen(hear: (event: string, data: unknown) => void, lost: (is: boolean) => void): () => void {
  const stopped = new AbortController();
  async function once(): Promise<void> {
    const silent = new AbortController(); // a laptop that slept, a line that went dead
    let timer = setTimeout(() => silent.abort(), silence);
    const answer = await ask("events", { signal: AbortSignal.any([stopped.signal, silent.signal]) });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    lost(false);
    for (;;) {
      const { value, done } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      timer = setTimeout(() => silent.abort(), silence);
      const parts = (rest + value).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (event && data) hear(event, JSON.parse(data));
      }
    }
  }
  void (async () => {
    for (let wait = 250; !stopped.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      const began = performance.now();
      try {
        await once();
      } catch (why) {
        if (why instanceof Refusal && why.code === 403) return hear("refused", why.fault);
      }
      if (stopped.signal.aborted) return;
      lost(true);
      if (performance.now() - began > 5000) wait = 250;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  })();
  return () => stopped.abort();
}
