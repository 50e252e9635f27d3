// SPDX-License-Identifier: MIT
/* A number with its unit. What is typed may have a unit of its own ("50 mm/y"); arrows step, Escape gives up. */
import { createEffect, createSignal, Show } from "solid-js";
import type { Automatic } from "./automatic";
import { digits, prettyUnit, shownUnit, tidy, typed } from "./units";

interface Props {
  value: number;
  unit: string;
  hint?: number; // a value whose unit is shown for 0
  id?: string;
  label: string;
  whole?: boolean; // no fractions, every digit shown
  plain?: boolean; // without its unit beside it
  fixedUnit?: boolean; // of the table, whatever the size
  describedBy?: string;
  wrong?: boolean;
  automatic?: Automatic | null; // a value that stands for words
  onCommit: (value: number | string) => void;
}

export function NumberEntry(props: Props) {
  const shown = () =>
    props.fixedUnit || props.whole ? { unit: props.unit, factor: 1, from: 0 } : shownUnit(props.unit, props.value, props.hint ?? 0);
  const isAutomatic = () => !!props.automatic && props.value === props.automatic.value;
  const text = () => (isAutomatic() ? "" : props.whole ? String(props.value) : digits(props.value / shown().factor, 5));
  const [draft, setDraft] = createSignal<string | null>(null);
  let entry!: HTMLInputElement;
  createEffect(() => {
    entry.value = draft() ?? text();
  });
  const commit = () => {
    const now = draft();
    setDraft(null);
    if (now === null || now === text()) return;
    if (now.trim() === "") return props.automatic ? props.onCommit(props.automatic.value) : undefined;
    props.onCommit(typed(now, shown().factor));
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      commit();
      entry.select();
    } else if (event.key === "Escape" && draft() !== null) {
      setDraft(null);
      event.stopPropagation();
      event.preventDefault();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      const power = props.whole
        ? event.shiftKey
          ? 10
          : 1
        : 10 ** (Math.floor(Math.log10(Math.abs(props.value / shown().factor) || 1)) - (event.shiftKey ? 0 : 1));
      setDraft(null);
      props.onCommit(tidy(props.value + (event.key === "ArrowUp" ? 1 : -1) * power * shown().factor));
    }
  };
  return (
    <span class="number" classList={{ wrong: props.wrong ?? false, plain: props.plain ?? false }}>
      <input
        ref={entry}
        id={props.id}
        type="text"
        inputmode="decimal"
        autocomplete="off"
        spellcheck={false}
        {...(draft() === null ? { "data-idle": "" } : {})}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        placeholder={isAutomatic() ? props.automatic!.word : ""}
        title={isAutomatic() ? props.automatic!.words : undefined}
        onInput={() => setDraft(entry.value)}
        onBlur={commit}
        onKeyDown={key}
        onFocus={() => entry.select()}
      />
      <Show when={!props.plain && !isAutomatic() && prettyUnit(shown().unit)}>
        {(unit) => (
          <span class="unit" aria-hidden="true">
            {unit()}
          </span>
        )}
      </Show>
    </span>
  );
}
