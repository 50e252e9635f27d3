// SPDX-License-Identifier: MIT
/* A sheet: several seeds, or several values of one parameter, as small pictures. One press takes one. */
import { createMemo, createSignal, For, Index, Show } from "solid-js";
import { api } from "../../state/api";
import { openWindow } from "../../state/page";
import { complain, edit, selected, state } from "../../state/store";
import type { Param } from "../../state/protocol";
import { texts } from "../../texts";
import { NumberEntry } from "../controls/number";
import { fromShare, rangeOf, toShare } from "../controls/range";
import { frameWidth, valueAt, valuesOf } from "../controls/target";
import { withUnit, words } from "../controls/units";
import { BlobImage } from "../kit/blob-image";
import { Dialog } from "../kit/dialog";
import { throwDie } from "../controls/seed";

const pictureSize = 224;

interface Vary {
  stage: string;
  path: string;
  param: Param;
  name: string;
  value: number;
}

/* Every number one could vary, fields by their number among them. */
function varied(): Vary[] {
  return (state.project?.stages ?? [])
    .filter((stage) => !stage.off)
    .flatMap((stage) => {
      const params = state.about?.stages.find((info) => info.name === stage.name)?.params ?? [];
      return params
        .filter(
          (param) => ["real", "int", "field"].includes(param.type) && typeof stage.values[param.name] === "number",
        )
        .map((param) => ({
          stage: stage.key,
          path: param.name,
          param,
          name: `${stage.name}: ${words(param.name)}`,
          value: Number(stage.values[param.name]),
        }));
    });
}

/* Values from low to high, evenly along the slider, so that a log parameter is varied by factors. */
function spread(vary: Vary, low: number, high: number, count: number): number[] {
  const range = rangeOf(vary.param, vary.value, frameWidth());
  const from = toShare(range, low),
    to = toShare(range, high);
  const values = Array.from({ length: count }, (_, k) =>
    k === 0 ? low : k === count - 1 ? high : fromShare(range, from + ((to - from) * k) / (count - 1)),
  );
  return [...new Set(values)];
}

function around(vary: Vary): { low: number; high: number } {
  const range = rangeOf(vary.param, vary.value, frameWidth()),
    at = toShare(range, vary.value);
  return { low: fromShare(range, Math.max(0, at - 0.25)), high: fromShare(range, Math.min(1, at + 0.25)) };
}

interface Made {
  job: number;
  kind: "seeds" | "values";
  values: number[];
  vary: Vary | null;
  revision: number;
}
/* The last sheet stays while the page does: closing the window loses nothing. */
const [made, setMade] = createSignal<Made | null>(null);

export function Sheet() {
  const all = createMemo(varied);
  const [kind, setKind] = createSignal<"seeds" | "values">(made()?.kind ?? "seeds");
  const [at, setAt] = createSignal(
    Math.max(
      0,
      all().findIndex((one) => one.stage === selected()),
    ),
  );
  const vary = () => all()[at()];
  const [ends, setEnds] = createSignal<{ low: number; high: number } | null>(null);
  const span = () => ends() ?? (vary() ? around(vary()!) : { low: 0, high: 1 });
  const most = () => state.about?.limits.sheet ?? 12;
  const [count, setCount] = createSignal(Math.min(8, most()));
  const begin = async () => {
    const values =
      kind() === "seeds"
        ? [state.project!.seed, ...Array.from({ length: count() - 1 }, throwDie)]
        : spread(vary()!, span().low, span().high, count());
    const wish =
      kind() === "seeds"
        ? { size: pictureSize, seeds: values }
        : { size: pictureSize, stage: vary()!.stage, path: vary()!.path, values };
    try {
      const old = made();
      if (old && ["waiting", "running"].includes(state.jobs[old.job]?.state ?? ""))
        await api.cancelJob(old.job).catch(() => {});
      const { job } = await api.sheet(wish);
      setMade({
        job,
        kind: kind(),
        values,
        vary: kind() === "values" ? vary()! : null,
        revision: state.project!.revision,
      });
    } catch (why) {
      complain(why);
    }
  };
  const take = (value: number) => {
    const now = made()!;
    void edit(texts.edits.pick, [
      now.vary ? { op: "set", stage: now.vary.stage, path: now.vary.path, value } : { op: "seed", value },
    ]);
    openWindow(null);
  };
  const caption = (value: number) => (made()!.vary ? withUnit(value, made()!.vary!.param.unit) : String(value));
  const present = (value: number) =>
    made()!.vary ? valueAt(valuesOf(made()!.vary!.stage), made()!.vary!.path) === value : state.project?.seed === value;
  const running = () => {
    const now = made();
    return now ? ["waiting", "running"].includes(state.jobs[now.job]?.state ?? "waiting") : false;
  };
  return (
    <Dialog title={texts.compare.title} class="wide sheet" close={() => openWindow(null)}>
      <div class="row sheet-head">
        <div class="segments" role="radiogroup" aria-label={texts.compare.title}>
          <For each={["seeds", "values"] as const}>
            {(one) => (
              <button type="button" role="radio" aria-checked={kind() === one} onClick={() => setKind(one)}>
                {texts.compare[one]}
              </button>
            )}
          </For>
        </div>
        <Show when={kind() === "values"}>
          <Show when={vary()} fallback={<span class="quiet">{texts.compare.noNumbers}</span>}>
            {(now) => (
              <>
                <select
                  class="entry sheet-param"
                  aria-label={texts.compare.parameter}
                  onChange={(event) => {
                    setAt(Number(event.currentTarget.value));
                    setEnds(null);
                  }}
                >
                  <Index each={all()}>
                    {(one, k) => (
                      <option value={k} selected={k === at()}>
                        {one().name}
                      </option>
                    )}
                  </Index>
                </select>
                <span class="quiet">{texts.compare.from}</span>
                <span class="sheet-number">
                  <NumberEntry
                    value={span().low}
                    unit={now().param.unit}
                    label={texts.compare.from}
                    onCommit={(low) => typeof low === "number" && setEnds({ ...span(), low })}
                  />
                </span>
                <span class="quiet">{texts.compare.to}</span>
                <span class="sheet-number">
                  <NumberEntry
                    value={span().high}
                    unit={now().param.unit}
                    label={texts.compare.to}
                    onCommit={(high) => typeof high === "number" && setEnds({ ...span(), high })}
                  />
                </span>
              </>
            )}
          </Show>
        </Show>
        <span class="grow" />
        <label class="row quiet">
          {texts.compare.many}
          <select class="entry" onChange={(event) => setCount(Number(event.currentTarget.value))}>
            <For each={[4, 6, 8, 12, 16, 24].filter((n) => n <= most())}>
              {(n) => (
                <option value={n} selected={n === count()}>
                  {n}
                </option>
              )}
            </For>
          </select>
        </label>
        <button
          type="button"
          class="button main"
          data-first=""
          disabled={kind() === "values" && !vary()}
          onClick={() => void begin()}
        >
          {texts.compare.make}
        </button>
      </div>
      <Show when={made()} fallback={<p class="quiet sheet-empty">{texts.compare.sheetHelp}</p>}>
        {(now) => (
          <>
            <ul class="sheet-grid">
              <For each={now().values}>
                {(value, index) => {
                  const state_ = () => state.sheets[now().job]?.[index()];
                  return (
                    <li>
                      <button
                        type="button"
                        class="sheet-card"
                        disabled={state_()?.state === "failed"}
                        classList={{ present: present(value) }}
                        title={texts.compare.pick(caption(value))}
                        onClick={() => take(value)}
                      >
                        <span class="sheet-picture">
                          <BlobImage
                            path={state_()?.state === "done" ? `sheets/${now().job}/${index()}.png` : null}
                            alt={caption(value)}
                            fallback={
                              <span class="quiet">
                                {state_()?.state === "failed" ? (
                                  (state_()?.error?.message ?? texts.compare.failed)
                                ) : (
                                  <span class="waiter small spin" />
                                )}
                              </span>
                            }
                          />
                        </span>
                        <span class="row">
                          <strong class="grow">{caption(value)}</strong>
                          <Show when={present(value)}>
                            <span class="quiet">{texts.compare.now}</span>
                          </Show>
                        </span>
                      </button>
                    </li>
                  );
                }}
              </For>
            </ul>
            <p class="quiet row">
              {texts.compare.done}
              <span class="grow" />
              <Show when={running()}>
                <button type="button" class="button" onClick={() => void api.cancelJob(now().job).catch(complain)}>
                  {texts.compare.stop}
                </button>
              </Show>
            </p>
          </>
        )}
      </Show>
    </Dialog>
  );
}
