// SPDX-License-Identifier: MIT
/* The panel beside the tools: what the tool in hand does, and the values of what is picked. */
import { createSignal, For, Match, Show, Switch } from "solid-js";
import { edit, editPlanned, findStage, stageOf, state } from "../state/store";
import type { Op, Param, Value } from "../state/protocol";
import type { Scene } from "../scene/scene";
import { texts } from "../texts";
import { BrushOptions } from "./brush/options";
import { regionInHand, regionTypes, useRegion } from "./draw";
import { automaticOf } from "../ui/controls/automatic";
import { frameWidth } from "../ui/controls/target";
import { title } from "../ui/controls/units";
import { Labelled, NumberEntry, TextEntry } from "./entry";
import type { Marker } from "./geometry";
import { removePicked } from "./gestures";
import { hasRandomRegions, isReadyMade, makeCoastMine, makeRegionsMine } from "./mine";
import { nameOf } from "./overlay";
import { canAddCoast, coastFor, regionsFor } from "./placing";
import { activeTool, changed, picked, refused, setPicked, sketch, takeTool, thingOf, type Tool } from "./state";
import type { Thing } from "./things";

const words = texts.tools;

/* The columns of a thing's row, from the stage's table. A list that is one thing has rows of points. */
function columnsOf(thing: Thing): Param[] {
  if (thing.row < 0) return [];
  const stage = stageOf(thing.stage);
  const info = state.about?.stages.find((one) => one.name === stage?.name);
  return info?.params.find((param) => param.name === thing.list)?.columns ?? [];
}

function setValue(thing: Thing, name: string, value: Value): Promise<void> {
  const op: Op = { op: "set", stage: thing.stage, path: `${thing.path}.${name}`, value };
  return edit(words.did.value, [op]);
}

/* ---- Types of regions ---- */

function TypeMenu(props: { value: string; set: (type: string) => void }) {
  const [naming, setNaming] = createSignal(false);
  const make = (name: string) => {
    setNaming(false);
    const to = regionsFor(), types = (findStage("regions")?.values["types"] as unknown[] | undefined) ?? [];
    if (!name || !to) return;
    const fresh: Op[] = regionTypes().includes(name) ? [] : [
      ...to.ops, { op: "insert_row", stage: to.stage, path: "types", row: types.length, value: { name } }];
    if (fresh.length) void edit(words.did.newType, fresh);
    props.set(name); // at once: edits keep their order, and who clicks soon places the new type
  };
  return (
    <Show when={!naming()} fallback={<TextEntry label={words.newTypeName} value="" set={make} leave={() => setNaming(false)} />}>
      <Labelled label={words.type}>
        {(id) => (
          <select id={id} class="entry wide" value={props.value}
            onChange={(event) => {
              if (event.currentTarget.value !== "\n") return props.set(event.currentTarget.value);
              event.currentTarget.value = props.value;
              setNaming(true);
            }}>
            <For each={[...new Set([...regionTypes(), props.value])]}>
              {(type) => <option value={type} selected={type === props.value}>{type}</option>}
            </For>
            <option value={"\n"}>{words.newType}</option>
          </select>
        )}
      </Labelled>
    </Show>
  );
}

/* ---- What is picked ---- */

function Column(props: { thing: Thing; param: Param }) {
  const value = () => (changed(), props.thing.values[props.param.name]);
  return (
    <Switch>
      <Match when={props.thing.group === "regions" && props.param.name === "type"}>
        <TypeMenu value={String(value() ?? "")} set={(type) => (useRegion(type), void setValue(props.thing, "type", type))} />
      </Match>
      <Match when={props.param.type === "text"}>
        <TextEntry label={props.param.name === "name" ? words.nameOf : title(props.param.name)} value={String(value() ?? "")}
          placeholder={words.noName} set={(text) => void setValue(props.thing, props.param.name, text)} />
      </Match>
      <Match when={props.param.type === "real" || props.param.type === "int"}>
        <NumberEntry label={title(props.param.name)} value={Number(value() ?? 0)} unit={props.param.unit} help={props.param.help}
          automatic={automaticOf(props.param)} across={props.param.name === "x" || props.param.name === "y" ? frameWidth() : undefined}
          min={props.param.min} max={props.param.max} set={(number) => setValue(props.thing, props.param.name, number)}
          text={(text) => setValue(props.thing, props.param.name, text)} />
      </Match>
      <Match when={props.param.type === "choice"}>
        <Labelled label={props.param.name === "inside" ? words.inside : title(props.param.name)}>
          {(id) => (
            <select id={id} class="entry wide" title={props.param.help}
              onChange={(event) => void setValue(props.thing, props.param.name, event.currentTarget.value)}>
              <For each={props.param.choices ?? []}>
                {(choice) => <option value={choice} selected={choice === value()}>{choice}</option>}
              </For>
            </select>
          )}
        </Labelled>
      </Match>
    </Switch>
  );
}

/* A lake by its outline has no place and no area of its own. */
function isIdle(thing: Thing, name: string): boolean {
  return thing.group === "lakes" && thing.shape === "ring" && ["x", "y", "area"].includes(name);
}

/* A point of a line, a ring or a curve; on a curve with where it heads. */
function PointEntries(props: { thing: Thing; index: number }) {
  const point = () => (changed(), (props.thing.at as Marker[])[props.index]);
  const set = (name: string, value: number) =>
    edit(words.did.value, [{ op: "set", stage: props.thing.stage, path: `${props.thing.points}[${props.index}].${name}`, value }]);
  return (
    <Show when={point()}>
      {(now) => (
        <>
          <NumberEntry label={title("x")} value={now().x} unit="m" across={frameWidth()} set={(v) => set("x", v)} />
          <NumberEntry label={title("y")} value={now().y} unit="m" across={frameWidth()} set={(v) => set("y", v)} />
          <Show when={props.thing.shape === "curve"}>
            <NumberEntry label={words.direction} value={now().direction} unit="deg" min={-360} max={360} set={(v) => set("direction", v)} />
            <NumberEntry label={words.strength} value={now().strength} min={0} max={20} set={(v) => set("strength", v)} />
          </Show>
        </>
      )}
    </Show>
  );
}

function Picked(props: { thing: Thing; handle: string | null }) {
  const index = () => (props.handle?.startsWith("p") && props.thing.shape !== "spot" ? Number(props.handle.slice(1)) : -1);
  return (
    <section class="tool-picked" aria-label={nameOf(props.thing)}>
      <h2>{index() >= 0 ? words.point(nameOf(props.thing), index() + 1, props.thing.at.length) : nameOf(props.thing)}</h2>
      <For each={columnsOf(props.thing).filter((param) => param.type !== "list" && !isIdle(props.thing, param.name))}>
        {(param) => <Column thing={props.thing} param={param} />}
      </For>
      <Show when={index() >= 0}>
        <PointEntries thing={props.thing} index={index()} />
      </Show>
      <Show when={refused() === props.thing.id}>
        <p class="fault" role="alert">{state.run.error?.message}</p>
      </Show>
      <div class="row">
        <Show when={index() >= 0}>
          <button type="button" class="button" onClick={() => removePicked()}>{words.removePoint}</button>
        </Show>
        <button type="button" class="button danger" onClick={() => removePicked(true)}>{words.remove[props.thing.group]}</button>
        <span class="grow" />
        <button type="button" class="button" onClick={() => setPicked(null)}>{words.unpick}</button>
      </div>
    </section>
  );
}

/* ---- The tool in hand ---- */

function Mine(props: { text: string; make: () => Promise<void> }) {
  return (
    <div class="tool-mine">
      <p>{props.text}</p>
      <button type="button" class="button main" disabled={!state.result} onClick={() => void props.make()}>{words.mine}</button>
    </div>
  );
}

/* An empty frame: land to begin with. */
function FirstCoast() {
  const begin = (params: object) => {
    void editPlanned(words.did.coast, () => {
      const to = canAddCoast() ? coastFor() : null;
      return to && { ops: to.ops.map((op) => (op.op === "insert" ? { ...op, params } : op)) };
    });
  };
  return (
    <div class="tool-mine">
      <p>{words.noLand}</p>
      <div class="row">
        <button type="button" class="button main" onClick={() => begin({ shape: "island" })}>{words.firstIsland}</button>
        <button type="button" class="button" onClick={() => begin({})}>{words.firstBare}</button>
      </div>
    </div>
  );
}

/* What there is to do now. */
function how(tool: Tool): string {
  const now = sketch();
  if (!now?.points.length) return words.tool[tool].how;
  return now.free ? words.drawingFree : words.drawing;
}

export function ToolOptions(_props: { scene: Scene }) {
  const thing = () => thingOf(picked()?.thing);
  const tool = () => activeTool();
  return (
    <Show when={tool() || thing()}>
      <div class="tool-options floating" role="region" aria-label={words.options}>
        <Show when={tool()}>
          {(now) => (
            <>
              <div class="row">
                <h2 class="grow">{words.tool[now()].name}</h2>
                <button type="button" class="button plain icon" aria-label={words.close} title={words.close}
                  onClick={() => takeTool(null)}>×</button>
              </div>
              <p class="quiet" aria-live="polite">{how(now())}</p>
            </>
          )}
        </Show>
        <Show when={tool() === "coast" && state.project && canAddCoast()}>
          <FirstCoast />
        </Show>
        <Show when={tool() === "coast" && isReadyMade()}>
          <Mine text={words.coastIsReadyMade} make={makeCoastMine} />
        </Show>
        <Show when={tool() === "regions" && hasRandomRegions()}>
          <Mine text={words.regionsAreRandom} make={makeRegionsMine} />
        </Show>
        <Show when={tool() === "regions" && !thing()}>
          <NextType />
        </Show>
        <Show when={tool() === "brush"}>
          <BrushOptions />
        </Show>
        <Show when={tool() !== "brush" && thing()}>
          {(now) => <Picked thing={now()} handle={picked()?.handle ?? null} />}
        </Show>
      </div>
    </Show>
  );
}

function NextType() {
  const [type, setType] = createSignal(regionInHand());
  return <TypeMenu value={type()} set={(now) => (useRegion(now), setType(now))} />;
}
