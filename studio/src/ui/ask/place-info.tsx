// SPDX-License-Identifier: MIT
/* A place: every layer's value there, and the watershed it lies in. */
import { createEffect, createResource, Show } from "solid-js";
import { api } from "../../state/api";
import type { Land } from "../../scene/scene";
import { scene } from "../../state/page";
import { state } from "../../state/store";
import { texts } from "../../texts";
import { digits, title, withUnit } from "../controls/units";
import { nameOf } from "../look/overlays";
import { watershedEnd } from "./watershed";
import { Facts, type Fact } from "./facts";
import { Hypsometry } from "./hypsometry";

/* Numbers that are names of cells or classes are told in words, or not at all. */
const silent = new Set(["receiver"]);

function valueText(name: string, value: number): string {
  if (name === "cover") return texts.look.coverNames[value] ?? String(value);
  if (name === "region")
    return title(state.result?.regions.find((region) => region.value === value)?.name ?? String(value));
  return withUnit(value, state.about?.layers.find((layer) => layer.name === name)?.unit ?? "", 4);
}

export function PlaceFacts(props: { x: number; y: number; land: Land }) {
  const [here] = createResource(
    () => ({ id: props.land.id, x: props.x, y: props.y }),
    (at) => api.at(at.id, at.x, at.y).catch(() => null),
  );
  const [end] = createResource(
    () => ({ land: props.land, x: props.x, y: props.y }),
    (at) => watershedEnd(at.land, at.x, at.y).catch(() => null),
  );
  createEffect(() => {
    if (!end()) scene()?.setLit({ mask: null, reaches: null, lake: null });
  });
  const facts = (): Fact[] =>
    Object.entries(here.latest?.values ?? {})
      .filter(([name, value]) => value !== null && !silent.has(name))
      .map(([name, value]) => [
        name === "height" || name === "water" ? title(name) : nameOf(name),
        valueText(name, value!),
      ]);
  return (
    <>
      <header class="panel-head">
        <h3>{texts.ask.place}</h3>
        <h2>
          {texts.picture.kilometres(digits(props.x / 1000, 5), digits(props.y / 1000, 5))}
        </h2>
      </header>
      <div class="padded">
        <Show when={here.latest} fallback={<p class="quiet">{texts.ask.asking}</p>}>
          <Facts facts={facts()} />
        </Show>
        <Show when={end.latest}>
          {(at) => (
            <>
              <h2 class="part-title">{texts.ask.watershed}</h2>
              <Hypsometry result={props.land.id} x={at().x} y={at().y} />
            </>
          )}
        </Show>
      </div>
    </>
  );
}
