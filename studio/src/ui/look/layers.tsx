// SPDX-License-Identifier: MIT
/* Layers and look: what lies over the ground, and how the ground is lit. */
import { For, Show } from "solid-js";
import { look, mode, overlay, setLook, setOverlay, standardLook } from "../../state/page";
import { state } from "../../state/store";
import type { Look } from "../../scene/scene";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { Popover } from "../kit/popover";
import { absentOverlays, nameOf, overlaysOf } from "./overlays";

interface Range {
  label: string;
  low: number;
  high: number;
  step: number;
  text: (value: number) => string;
}

/* The parts of a look that are numbers, switches or one of a few. */
type Part<T> = { [Name in keyof Look]: Look[Name] extends T ? Name : never }[keyof Look];

const percent = (share: number) => `${Math.round(share * 100)} %`;
const winds = (degrees: number) => texts.look.winds[Math.round(degrees / 45) % 8]!;

const opacity: Range = { label: texts.look.opacity, low: 0.05, high: 1, step: 0.05, text: percent };

const slides: (Range & { part: Part<number>; tilted?: boolean })[] = [
  { part: "exaggeration", label: texts.look.exaggeration, low: 0.5, high: 5, step: 0.1, text: (n) => `× ${n.toFixed(1)}`, tilted: true },
  { part: "fog", label: texts.look.fog, low: 0, high: 1, step: 0.05, text: percent, tilted: true },
  { part: "sunAzimuth", label: texts.look.sun, low: 0, high: 355, step: 5, text: winds },
  { part: "sunHeight", label: texts.look.sunHeight, low: 10, high: 85, step: 1, text: (n) => `${n}°` },
];

const ticks: { part: Part<boolean>; label: string }[] = [
  { part: "water", label: texts.look.water },
  { part: "rivers", label: texts.look.rivers },
  { part: "flow", label: texts.look.flow },
  { part: "contours", label: texts.look.contours },
];

const riverColours: Look["riverColour"][] = ["plain", "strahler", "discharge"];

function Slide(props: { range: Range; value: number; set: (value: number) => void }) {
  const { label, low, high, step, text } = props.range;
  return (
    <label class="slide">
      <span>{label}</span>
      <input
        type="range"
        min={low}
        max={high}
        step={step}
        value={props.value}
        aria-valuetext={text(props.value)}
        style={{ "--share": (props.value - low) / (high - low) }}
        onInput={(event) => props.set(Number(event.currentTarget.value))}
      />
      <output>{text(props.value)}</output>
    </label>
  );
}

function Overlays() {
  const choose = (name: string | null) => setOverlay(name ? { name, opacity: overlay()?.opacity ?? 0.7 } : null);
  return (
    <section>
      <h3>{texts.look.overlay}</h3>
      <div class="overlays" role="radiogroup" aria-label={texts.look.overlay}>
        <For each={[null, ...overlaysOf(state.result)]}>
          {(name) => (
            <button
              type="button"
              role="radio"
              class="pill"
              aria-checked={(overlay()?.name ?? null) === name}
              onClick={() => choose(name)}
              {...(name ? {} : { "data-first": "" })}
            >
              {name ? nameOf(name) : texts.look.none}
            </button>
          )}
        </For>
        <For each={absentOverlays(state.result, state.about, state.project)}>
          {({ name, why }) => (
            <button type="button" role="radio" class="pill" aria-checked={false} aria-disabled={true} title={why} aria-description={why}>
              {nameOf(name)}
            </button>
          )}
        </For>
      </div>
      <Show when={overlay()}>
        {(now) => (
          <Slide range={opacity} value={now().opacity} set={(share) => setOverlay({ ...now(), opacity: share })} />
        )}
      </Show>
    </section>
  );
}

function Light() {
  const set = (part: Partial<Look>) => setLook({ ...look(), ...part });
  return (
    <section>
      <h3>{texts.look.look}</h3>
      <For each={slides}>
        {(slide) => (
          <Show when={!slide.tilted || mode() !== "map"}>
            <Slide range={slide} value={look()[slide.part]} set={(value) => set({ [slide.part]: value })} />
          </Show>
        )}
      </For>
      <div class="row slide">
        <span>{texts.look.riverColour}</span>
        <div class="segments" role="radiogroup" aria-label={texts.look.riverColour}>
          <For each={riverColours}>
            {(one) => (
              <button type="button" role="radio" aria-checked={look().riverColour === one} onClick={() => set({ riverColour: one })}>
                {texts.look.river[one]}
              </button>
            )}
          </For>
        </div>
      </div>
      <div class="ticks">
        <For each={ticks}>
          {({ part, label }) => (
            <label class="tick">
              <input type="checkbox" checked={look()[part]} onChange={(event) => set({ [part]: event.currentTarget.checked })} />
              {label}
            </label>
          )}
        </For>
      </div>
    </section>
  );
}

export function LayersAndLook() {
  return (
    <Popover
      label={texts.top.layers}
      buttonClass="button plain"
      class="look"
      align="end"
      button={
        <>
          <Icon name="layers" />
          {texts.top.layersShort}
        </>
      }
    >
      {() => (
        <>
          <Overlays />
          <Light />
          <div class="row">
            <span class="grow" />
            <button type="button" class="button plain" onClick={() => setLook(standardLook)}>
              <Icon name="reset" size={13} />
              {texts.look.reset}
            </button>
          </div>
        </>
      )}
    </Popover>
  );
}
