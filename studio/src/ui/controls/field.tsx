// SPDX-License-Identifier: MIT
/* A field: one number everywhere, noise from low to high, or an image from low to high, which one can paint. */
import { createMemo, For, Match, Show, Switch } from "solid-js";
import { api } from "../../state/api";
import { complain } from "../../state/store";
import type { FieldValue, ImageField, NoiseField, Param } from "../../state/protocol";
import { startBrush } from "../../tools";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { BlobImage } from "../kit/blob-image";
import { Control } from "./control";
import { frameWidth, put, type Target } from "./target";
import { tidy, words } from "./units";

type Kind = "number" | "noise" | "image";

function kindOf(value: FieldValue | undefined): Kind {
  if (typeof value !== "object") return "number";
  return "noise" in value ? "noise" : "image";
}

/* The span that a noise or image has to begin with: around the number, inside the range. */
function spanAround(param: Param, value: FieldValue | undefined): { low: number; high: number } {
  if (typeof value === "object") return "noise" in value ? value.noise : value;
  const at = value ?? 0,
    reach = Math.abs(at) || (Math.min(param.max, 1) - Math.max(param.min, 0)) / 2 || 1;
  return { low: tidy(Math.max(param.min, at - reach / 2)), high: tidy(Math.min(param.max, at + reach / 2)) };
}

function partsOf(param: Param, kind: Kind): Param[] {
  const edge = (name: string, standard: number, help: string): Param => ({
    ...param,
    name,
    type: "real",
    standard,
    help,
  });
  const ends = [edge("low", 0, texts.field.low), edge("high", 1, texts.field.high)];
  if (kind === "image") return ends;
  return [
    ...ends,
    {
      name: "wavelength",
      type: "real",
      unit: "m",
      scale: "log",
      standard: 0,
      min: 0,
      max: 1e7,
      help: texts.field.wavelength,
    },
    {
      name: "octaves",
      type: "int",
      unit: "",
      scale: "linear",
      standard: 4,
      min: 1,
      max: 16,
      help: texts.field.octaves,
    },
    {
      name: "gain",
      type: "real",
      unit: "",
      scale: "linear",
      standard: 0.5,
      min: 0.05,
      max: 0.95,
      help: texts.field.gain,
    },
  ];
}

function becoming(param: Param, value: FieldValue | undefined, kind: Kind): unknown {
  const { low, high } = spanAround(param, value);
  if (kind === "number") return tidy((low + high) / 2);
  return { noise: { low, high, wavelength: Math.round(frameWidth() / 5), octaves: 4 } };
}

export function FieldControl(props: { target: Target; id: string; help: string }) {
  const value = () => props.target.value() as FieldValue | undefined;
  const kind = createMemo(() => kindOf(value()));
  const change = (next: Kind) => {
    if (next === kind()) return;
    if (next === "image") chooser.click();
    else void put(props.target, becoming(props.target.param, value(), next));
  };
  let chooser!: HTMLInputElement;
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const { image } = await api.putImage(props.target.param.name, file);
      await put(props.target, { image, ...spanAround(props.target.param, value()) });
    } catch (why) {
      complain(why);
    }
    chooser.value = "";
  };
  const part = (param: Param): Target => ({
    stage: props.target.stage,
    path: `${props.target.path}.${param.name}`,
    param,
    value: () => {
      const all = value();
      if (typeof all !== "object") return undefined;
      const from = "noise" in all ? (all as NoiseField).noise : (all as ImageField);
      return (from as unknown as Record<string, number>)[param.name];
    },
  });
  const image = () => {
    const now = value();
    return typeof now === "object" && "image" in now ? now.image : null;
  };
  return (
    <div class="field">
      <div class="row">
        <div
          id={props.id}
          class="segments"
          role="radiogroup"
          aria-label={words(props.target.param.name)}
          aria-describedby={props.help}
        >
          <For each={["number", "noise", "image"] as Kind[]}>
            {(one) => (
              <button type="button" role="radio" aria-checked={kind() === one} onClick={() => change(one)}>
                {texts.field[one]}
              </button>
            )}
          </For>
        </div>
        <span class="grow" />
        <button
          type="button"
          class="button"
          title={texts.field.paintHelp}
          onClick={() => startBrush(props.target.stage, props.target.path)}
        >
          <Icon name="brush" size={14} />
          {texts.field.paint}
        </button>
        <input
          ref={chooser}
          type="file"
          class="unseen"
          tabindex={-1}
          aria-hidden="true"
          accept="image/png"
          onChange={() => void take(chooser.files?.[0])}
        />
      </div>
      <Switch>
        <Match when={kind() === "number"}>
          <Control target={{ ...props.target, param: { ...props.target.param, type: "real" } }} bare />
        </Match>
        <Match when={true}>
          <Show when={image()}>
            {(path) => (
              <div class="row field-image">
                <BlobImage path={path()} alt={texts.field.imageOf(words(props.target.param.name))} />
                <span class="grow cut quiet" title={path()}>
                  {path().replace(/^images\//, "")}
                </span>
                <button type="button" class="button" onClick={() => chooser.click()}>
                  {texts.field.other}
                </button>
              </div>
            )}
          </Show>
          <div class="parts">
            <For each={partsOf(props.target.param, kind())}>{(param) => <Control target={part(param)} inner />}</For>
          </div>
        </Match>
      </Switch>
    </div>
  );
}
