// SPDX-License-Identifier: MIT
/* Layers and look: what lies over the ground, and how the ground is lit. */
import { For, Show } from "solid-js";
import { look, mode, overlay, setLook, setOverlay, standardLook } from "../../state/page";
import { state } from "../../state/store";
import type { Look } from "../../scene/scene";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { Popover } from "../kit/popover";
import { nameOf, overlaysOf } from "./overlays";

interface SlideProps {
  label: string;
  value: number;
  low: number;
  high: number;
  step: number;
  text: string;
  set: (value: number) => void;
}

function Slide(props: SlideProps) {
  return (
    <label class="slide">
      <span>{props.label}</span>
      <input
        type="range"
        min={props.low}
        max={props.high}
        step={props.step}
        value={props.value}
        aria-valuetext={props.text}
        style={{ "--share": (props.value - props.low) / (props.high - props.low) }}
        onInput={(event) => props.set(Number(event.currentTarget.value))}
      />
      <output>{props.text}</output>
    </label>
  );
}

function Tick(props: { label: string; value: boolean; set: (value: boolean) => void }) {
  return (
    <label class="tick">
      <input type="checkbox" checked={props.value} onChange={(event) => props.set(event.currentTarget.checked)} />
      {props.label}
    </label>
  );
}

const winds = (degrees: number) => texts.look.winds[Math.round(degrees / 45) % 8]!;

export function Overlays() {
  const choose = (name: string | null) => setOverlay(name ? { name, opacity: overlay()?.opacity ?? 0.7 } : null);
  return (
    <section>
      <h3>{texts.look.overlay}</h3>
      <div class="overlays" role="radiogroup" aria-label={texts.look.overlay}>
        <button
          type="button"
          role="radio"
          class="pill"
          aria-checked={!overlay()}
          onClick={() => choose(null)}
          data-first=""
        >
          {texts.look.none}
        </button>
        <For each={overlaysOf(state.result)}>
          {(name) => (
            <button
              type="button"
              role="radio"
              class="pill"
              aria-checked={overlay()?.name === name}
              onClick={() => choose(name)}
            >
              {nameOf(name)}
            </button>
          )}
        </For>
      </div>
      <Show when={overlay()}>
        {(now) => (
          <Slide
            label={texts.look.opacity}
            value={now().opacity}
            low={0.05}
            high={1}
            step={0.05}
            text={`${Math.round(now().opacity * 100)} %`}
            set={(opacity) => setOverlay({ ...now(), opacity })}
          />
        )}
      </Show>
    </section>
  );
}

export function LayersAndLook() {
  const set = (part: Partial<Look>) => setLook({ ...look(), ...part });
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
          <section>
            <h3>{texts.look.look}</h3>
            <Show when={mode() !== "map"}>
              <Slide
                label={texts.look.exaggeration}
                value={look().exaggeration}
                low={0.5}
                high={5}
                step={0.1}
                text={`× ${look().exaggeration.toFixed(1)}`}
                set={(exaggeration) => set({ exaggeration })}
              />
              <Slide
                label={texts.look.fog}
                value={look().fog}
                low={0}
                high={1}
                step={0.05}
                text={`${Math.round(look().fog * 100)} %`}
                set={(fog) => set({ fog })}
              />
            </Show>
            <Slide
              label={texts.look.sun}
              value={look().sunAzimuth}
              low={0}
              high={355}
              step={5}
              text={winds(look().sunAzimuth)}
              set={(sunAzimuth) => set({ sunAzimuth })}
            />
            <Slide
              label={texts.look.sunHeight}
              value={look().sunHeight}
              low={10}
              high={85}
              step={1}
              text={`${look().sunHeight}°`}
              set={(sunHeight) => set({ sunHeight })}
            />
            <div class="row slide">
              <span>{texts.look.riverColour}</span>
              <div class="segments" role="radiogroup" aria-label={texts.look.riverColour}>
                <For each={["plain", "strahler", "discharge"] as Look["riverColour"][]}>
                  {(one) => (
                    <button
                      type="button"
                      role="radio"
                      aria-checked={look().riverColour === one}
                      onClick={() => set({ riverColour: one })}
                    >
                      {texts.look.river[one]}
                    </button>
                  )}
                </For>
              </div>
            </div>
            <div class="ticks">
              <Tick label={texts.look.water} value={look().water} set={(water) => set({ water })} />
              <Tick label={texts.look.rivers} value={look().rivers} set={(rivers) => set({ rivers })} />
              <Tick label={texts.look.flow} value={look().flow} set={(flow) => set({ flow })} />
              <Tick label={texts.look.contours} value={look().contours} set={(contours) => set({ contours })} />
            </div>
          </section>
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
