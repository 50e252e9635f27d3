// SPDX-License-Identifier: MIT
/* Size, strength and range of the brush, and the field it paints. */
import { For, Show } from "solid-js";
import { texts } from "../../texts";
import { longerSide } from "../draw";
import { Labelled, NumberEntry, Slider } from "../entry";
import type { Way } from "./grid";
import {
  beginField, fields, high, level, low, paramAt, setHigh, setLevel, setLow, setSize, setStrength, setWay, size, strength, target, way,
} from "./session";

const words = texts.tools.brush;
const ways: readonly Way[] = ["raise", "lower", "level", "smooth", "erase"];

const lengthOf = (metres: number) => (metres >= 1000 ? `${Number((metres / 1000).toPrecision(2))} km` : `${Number(metres.toPrecision(2))} m`);
const idOf = (of: { stage: string; path: string } | null) => (of ? `${of.stage} ${of.path}` : "");

export function BrushOptions() {
  const all = () => fields();
  const param = () => (target() ? paramAt(target()!) : undefined);
  return (
    <>
      <Labelled label={words.field}>
        {(id) => (
          <select id={id} class="entry wide long"
            onChange={(event) => beginField(all().find((one) => idOf(one.target) === event.currentTarget.value)?.target ?? null)}>
            <For each={all()}>
              {(one) => <option value={idOf(one.target)} selected={idOf(one.target) === idOf(target())}>{one.label}</option>}
            </For>
          </select>
        )}
      </Labelled>
      <p class="quiet">{param()?.help}</p>
      <div class="segments" role="radiogroup" aria-label={words.ways}>
        <For each={ways}>
          {(one) => (
            <button type="button" role="radio" aria-checked={way() === one} onClick={() => setWay(one)}
              title={one === "erase" ? words.eraseHelp : undefined}>{words[one]}</button>
          )}
        </For>
      </div>
      <Slider label={words.size} value={size() / 0.5} power={2.5} text={lengthOf(size() * longerSide())}
        set={(share) => setSize(Math.max(share * 0.5, 0.002))} />
      <Slider label={words.strength} value={strength()} text={`${Math.round(100 * strength())} %`} set={setStrength} />
      <Show when={way() === "level"}>
        <NumberEntry label={words.value} value={level()} unit={param()?.unit} min={low()} max={high()} set={setLevel} />
      </Show>
      <NumberEntry label={words.low} value={low()} unit={param()?.unit} min={param()?.min ?? -Infinity} max={high()} set={setLow} />
      <NumberEntry label={words.high} value={high()} unit={param()?.unit} min={low()} max={param()?.max ?? Infinity} set={setHigh} />
    </>
  );
}
