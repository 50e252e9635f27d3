// SPDX-License-Identifier: MIT
/* The window of sheets: several seeds, or several values of one parameter, as small pictures. */
import { createMemo, createSignal, For, Index, Show } from "solid-js";
import { openWindow } from "../../state/page";
import { selected, state } from "../../state/store";
import { texts } from "../../texts";
import { NumberEntry } from "../controls/number";
import { measured } from "../controls/units";
import { Dialog } from "../kit/dialog";
import { SheetGrid } from "./sheet-grid";
import { around, makeSheet, present, varied, type Vary } from "./sheet-state";

interface Span {
  low: number;
  high: number;
}

function End(props: { label: string; value: number; unit: string; set: (value: number) => void }) {
  return (
    <>
      <span class="quiet">{props.label}</span>
      <span class="sheet-number">
        <NumberEntry
          value={props.value}
          unit={props.unit}
          label={props.label}
          onCommit={(next) => {
            const value = measured(next, props.unit);
            if (value !== null) props.set(value);
          }}
        />
      </span>
    </>
  );
}

function VaryChoice(props: {
  all: Vary[];
  at: number;
  span: Span;
  choose: (at: number) => void;
  setSpan: (span: Span) => void;
}) {
  return (
    <Show when={props.all[props.at]} fallback={<span class="quiet">{texts.compare.noNumbers}</span>}>
      {(now) => (
        <>
          <select
            class="entry sheet-param"
            aria-label={texts.compare.parameter}
            onChange={(event) => props.choose(Number(event.currentTarget.value))}
          >
            <Index each={props.all}>
              {(one, k) => (
                <option value={k} selected={k === props.at}>
                  {one().name}
                </option>
              )}
            </Index>
          </select>
          <End
            label={texts.compare.from}
            value={props.span.low}
            unit={now().param.unit}
            set={(low) => props.setSpan({ ...props.span, low })}
          />
          <End
            label={texts.compare.to}
            value={props.span.high}
            unit={now().param.unit}
            set={(high) => props.setSpan({ ...props.span, high })}
          />
        </>
      )}
    </Show>
  );
}

export function Sheet() {
  const all = createMemo(varied);
  const ofChosen = all().findIndex((one) => one.stage === selected());
  const [kind, setKind] = createSignal<"seeds" | "values">(present()?.kind ?? "seeds");
  const [at, setAt] = createSignal(Math.max(0, ofChosen));
  const [ends, setEnds] = createSignal<Span | null>(null);
  const vary = () => (kind() === "values" ? all()[at()] : undefined);
  const span = () => ends() ?? (all()[at()] ? around(all()[at()]!) : { low: 0, high: 1 });
  const most = () => state.about?.limits.sheet ?? 12;
  const [count, setCount] = createSignal(Math.min(8, most()));
  const choose = (next: number) => {
    setAt(next);
    setEnds(null);
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
          <VaryChoice all={all()} at={at()} span={span()} choose={choose} setSpan={setEnds} />
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
          onClick={() => void makeSheet(vary() ?? null, span(), count())}
        >
          {texts.compare.make}
        </button>
      </div>
      <Show when={present()} fallback={<p class="quiet sheet-empty">{texts.compare.sheetHelp}</p>}>
        {(sheet) => <SheetGrid sheet={sheet()} />}
      </Show>
    </Dialog>
  );
}
