// SPDX-License-Identifier: MIT
/* Small controls of the tool options. */
import { createUniqueId, onMount, type JSX } from "solid-js";
import type { Automatic } from "../ui/controls/automatic";
import { digits, measured, prettyUnit, shownUnit, tidy, typed } from "../ui/controls/units";

const ENTRY = 11; // letters that are seen in one of usual width

export function Labelled(props: { label: string; unit?: string; children: (id: string) => JSX.Element }) {
  const id = createUniqueId();
  return (
    <div class="tool-row">
      <label for={id}>{props.label}</label>
      {props.children(id)}
      <span class="tool-unit">{props.unit ?? ""}</span>
    </div>
  );
}

/* In the unit that reads best; words like "5 km" go as they are where `text` takes them. Of a place in a frame so many
 * metres `across` both numbers have one unit, and the digits that tell cells apart. */
export function NumberEntry(props: {
  label: string; value: number; unit?: string | undefined; help?: string | undefined; min?: number; max?: number;
  automatic?: Automatic | null; across?: number | undefined; set: (value: number) => Promise<void> | void; text?: (value: string) => Promise<void> | void;
}) {
  const shown = () => shownUnit(props.unit ?? "", props.across ?? props.value); // 0 has the table's unit
  const isAutomatic = () => !!props.automatic && props.value === props.automatic.value;
  const isLong = () => isAutomatic() && props.automatic!.word.length > ENTRY;
  const grain = () => (props.across ? 10 ** Math.ceil(Math.log10(props.across / 30000)) : 0);
  const told = () => (grain() ? tidy(Math.round(props.value / grain()) * grain()) : props.value);
  const words = () => (isAutomatic() ? "" : digits(told() / shown().factor, grain() ? 9 : 6));
  const take = (field: HTMLInputElement) => {
    if (field.value.trim() === "" && props.automatic && !isAutomatic()) field.value = String(props.automatic.value);
    const given = typed(field.value, shown().factor), value = props.text ? given : (measured(given, props.unit ?? "") ?? "");
    const within = (number: number) => Math.min(Math.max(number, props.min ?? -Infinity), props.max ?? Infinity);
    const done = value === "" || field.value === words() ? undefined
      : typeof value === "string" ? props.text?.(value) : props.set(within(value));
    void Promise.resolve(done).then(() => (field.value = words())); // what was not taken is not shown
  };
  return (
    <Labelled label={props.label} unit={isAutomatic() ? "" : prettyUnit(shown().unit)}>
      {(id) => (
        <input id={id} class="entry" classList={{ wide: isLong() }} type="text" inputmode="decimal" title={props.help} value={words()}
          placeholder={isAutomatic() ? props.automatic!.word : ""}
          onChange={(event) => take(event.currentTarget)} />
      )}
    </Labelled>
  );
}

/* `leave`: of one that comes for a word and goes with it: it has the focus from the first, and Escape gives it up. */
export function TextEntry(props: { label: string; value: string; placeholder?: string; set: (value: string) => void; leave?: () => void }) {
  let field!: HTMLInputElement;
  onMount(() => props.leave && field.focus());
  const given = (event: KeyboardEvent) => {
    if (!props.leave || event.key !== "Escape") return;
    event.stopPropagation();
    props.leave();
  };
  return (
    <Labelled label={props.label}>
      {(id) => (
        <input id={id} ref={field} class="entry wide" type="text" maxlength="60" value={props.value} placeholder={props.placeholder ?? ""}
          onKeyDown={given} onBlur={() => field.value === props.value && props.leave?.()}
          onChange={(event) => event.currentTarget.value !== props.value && props.set(event.currentTarget.value.trim())} />
      )}
    </Labelled>
  );
}

/* A share from 0 to 1, on a curve that gives small values more room. */
export function Slider(props: { label: string; value: number; text: string; power?: number; set: (value: number) => void }) {
  const power = () => props.power ?? 1;
  const share = () => Math.pow(props.value, 1 / power());
  return (
    <Labelled label={props.label} unit={props.text}>
      {(id) => (
        <input id={id} type="range" min="0" max="1" step="0.005" value={share()} aria-valuetext={props.text}
          ref={(field) => field.style.setProperty("--share", String(share()))}
          onInput={(event) => {
            const at = Number(event.currentTarget.value);
            event.currentTarget.style.setProperty("--share", String(at));
            props.set(Math.pow(at, power()));
          }} />
      )}
    </Labelled>
  );
}
