// SPDX-License-Identifier: MIT
/* Files for another program: which one, how many vertices, in which tiles, format and maps. Everything that is known of a
 * program comes from the table in `about`. */
import { createEffect, createSignal, For, on, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { api } from "../../state/api";
import type { Fit, Profile } from "../../state/protocol";
import { state } from "../../state/store";
import { texts } from "../../texts";
import { frameWidth } from "../controls/target";
import { withUnit } from "../controls/units";

const [options, setOptions] = createStore({
  program: "", // "": the land's own files
  size: 1024,
  tiles: 1,
  format: "",
  snow: "",
  maps: null as string[] | null, // null: as the program has them
});

export const profile = (): Profile | null => state.about?.profiles.find((one) => one.name === options.program) ?? null;
const maps = () => options.maps ?? profile()?.maps ?? [];
const whole = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;

const [fit, setFit] = createSignal<Fit | null>(null);
const [wrong, setWrong] = createSignal<string | null>(null);

/* What is wrong with the wish; null: nothing. */
export function handoverFault(): string | null {
  if (!profile()) return null;
  if (!whole(options.size, state.about!.limits.size + 1) || options.size < 2) return texts.handover.badSize(state.about!.limits.size + 1);
  if (!whole(options.tiles, 64)) return texts.handover.badTiles;
  if (options.snow !== "" && !(Number(options.snow) >= 0)) return texts.handover.badSnow;
  return wrong();
}

/* The part of the request that is about the program. */
export function handoverWish(): Record<string, unknown> {
  return {
    for: options.program,
    size: options.size,
    tiles: options.tiles,
    ...(options.format && { format: options.format }),
    ...(options.maps && { maps: options.maps }),
    ...(Number(options.snow) > 0 && { snow_line: Number(options.snow) }),
  };
}

/* The newest question alone is answered. */
let asked = 0;
function askFit(): void {
  const mine = ++asked;
  setWrong(null);
  if (!profile() || handoverFault()) return void setFit(null);
  api.fit(options.program, options.size, options.tiles).then(
    (found) => mine === asked && setFit(found),
    (why: Error) => mine === asked && (setFit(null), setWrong(why.message)),
  );
}

export function ProgramChoice() {
  const choose = (program: string) => setOptions({ program, format: "", maps: null });
  return (
    <>
      <label for="build-for">{texts.handover.for}</label>
      <select id="build-for" class="entry" onChange={(event) => choose(event.currentTarget.value)}>
        <option value="" selected={!profile()}>
          {texts.handover.own}
        </option>
        <For each={state.about?.profiles ?? []}>
          {(one) => (
            <option value={one.name} selected={one.name === options.program}>
              {one.title}
            </option>
          )}
        </For>
      </select>
    </>
  );
}

/* The vertices that the program gets, and whether they are those that were wished for. */
function FitLine() {
  const longest = () => Math.max(fit()!.cols, fit()!.rows);
  return (
    <Show when={fit()} fallback={<Show when={handoverFault()}>{(why) => <span class="fault">{why()}</span>}</Show>}>
      {(is) => (
        <span class="quiet">
          {longest() === options.size
            ? texts.handover.exactly(is().cols, is().rows)
            : texts.handover.nearest(is().cols, is().rows, profile()!.title)}
          {is().tiles_x * is().tiles_y > 1 && texts.handover.tiled(is().tiles_x, is().tiles_y, (is().cols - 1) / is().tiles_x + 1)}
          {" · "}
          {texts.handover.step(withUnit(frameWidth() / is().cols, "m", 3))}
        </span>
      )}
    </Show>
  );
}

function Maps() {
  const toggle = (name: string) =>
    setOptions("maps", maps().includes(name) ? maps().filter((one) => one !== name) : [...maps(), name]);
  return (
    <>
      <span class="label">{texts.handover.maps}</span>
      <details class="file-choice">
        <summary>{texts.handover.mapsChosen(maps().length, state.about?.maps.length ?? 0)}</summary>
        <div class="file-ticks">
          <For each={state.about?.maps ?? []}>
            {(map) => (
              <label class="tick" title={map.help}>
                <input type="checkbox" checked={maps().includes(map.name)} onChange={() => toggle(map.name)} />
                {map.name}
              </label>
            )}
          </For>
        </div>
      </details>
    </>
  );
}

export function HandoverOptions() {
  createEffect(on(() => [options.program, options.size, options.tiles, state.result?.id], askFit));
  const number = (event: { currentTarget: HTMLInputElement }) => Math.round(Number(event.currentTarget.value));
  return (
    <>
      <label for="away-size">{texts.handover.size}</label>
      <span class="away-size">
        <input
          id="away-size" class="entry" type="number" min="2" max={state.about!.limits.size + 1} value={options.size}
          aria-describedby="away-fit" onInput={(event) => setOptions("size", number(event))}
        />
        <span id="away-fit" aria-live="polite"><FitLine /></span>
      </span>
      <label for="away-tiles">{texts.handover.tiles}</label>
      <span class="row">
        <input
          id="away-tiles" class="entry" type="number" min="1" max="64" value={options.tiles}
          onInput={(event) => setOptions("tiles", number(event))}
        />
        <span class="quiet">{texts.handover.tilesHelp}</span>
      </span>
      <Show when={profile()!.formats.length > 1}>
        <label for="away-format">{texts.handover.format}</label>
        <select id="away-format" class="entry" onChange={(event) => setOptions("format", event.currentTarget.value)}>
          <For each={profile()!.formats}>
            {(one) => <option selected={one === (options.format || profile()!.formats[0])}>{one}</option>}
          </For>
        </select>
      </Show>
      <Maps />
      <label for="away-snow">{texts.handover.snow}</label>
      <span class="row">
        <input
          id="away-snow" class="entry" type="number" min="0" step="50" placeholder={texts.handover.automatic} value={options.snow}
          onInput={(event) => setOptions("snow", event.currentTarget.value)}
        />
        <span class="quiet">{texts.handover.snowHelp}</span>
      </span>
      <span class="label">{texts.handover.gets}</span>
      <p class="quiet away-words">{profile()!.heights}. {profile()!.water}.</p>
    </>
  );
}
