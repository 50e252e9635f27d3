// SPDX-License-Identifier: MIT
/* Handles and lines over the picture. What there is follows the recipe; where it is follows the camera, by
 * transforms alone, so that many handles cost little. */
import { createEffect, createMemo, createSignal, For, on, onCleanup, onMount } from "solid-js";
import { selected } from "../state/store";
import type { Scene } from "../scene/scene";
import { texts } from "../texts";
import { paintWith } from "./brush/paint";
import type { Point } from "./geometry";
import { dragHandle, drawWith, finishSketch, nudge, pressLine, removePicked } from "./gestures";
import { handlesOf, lift, linesOf, type Handle, type Line } from "./handles";
import { Sight } from "./sight";
import { activeTool, changed, picked, refused, setPicked, showing, sketch, things } from "./state";
import { radiusOf, type Thing } from "./things";

const words = texts.tools;

export function nameOf(thing: Thing): string {
  const what = words.thing[thing.group], type = thing.values["type"];
  if (thing.group === "regions" && typeof type === "string") return words.typed(what, type);
  return thing.name ? words.named(what, thing.name) : words.numbered(what, Math.max(thing.row, 0) + 1);
}

function labelOf({ thing, role }: Handle): string {
  const name = nameOf(thing);
  if (role.startsWith("d")) return words.part(name, words.role.turn);
  if (role === "long" || role === "wide" || role === "ring" || role === "up") return words.part(name, words.role[role]);
  return thing.shape === "spot" ? name : words.point(name, Number(role.slice(1)) + 1, thing.at.length);
}

const hiding = 20; // pixels of a lake's radius below which its handle stands beside it, on a pin
const pinned = 30; // pixels that the pin is long

const same = (a: string[], b: string[]) => a.length === b.length && a.every((id, i) => id === b[i]);

interface View {
  handles: Map<string, Handle>;
  lines: Map<string, Line & { full: boolean; picked: boolean }>;
}

function shown(): View {
  const view: View = { handles: new Map(), lines: new Map() }, pick = picked();
  for (const thing of things()) {
    const how = showing(thing);
    if (how === "none" || !thing.at.length) continue;
    const own = pick?.thing === thing.id ? pick.handle : undefined, full = how === "full";
    for (const handle of handlesOf(thing, own, full)) view.handles.set(handle.id, handle);
    linesOf(thing, own, full).forEach((line, i) =>
      view.lines.set(`${thing.id} ${i}`, { ...line, full, picked: own !== undefined }));
  }
  return view;
}

export function ToolOverlay(props: { scene: Scene }) {
  const view = createMemo(() => (changed(), selected(), shown()));
  const handleIds = createMemo(() => [...view().handles.keys()], [], { equals: same });
  const lineIds = createMemo(() => [...view().lines.keys()], [], { equals: same });
  const buttons = new Map<string, HTMLButtonElement>(), paths = new Map<string, SVGGElement>();
  const [ready, setReady] = createSignal(0);
  let drawing!: SVGGElement, dots!: SVGPathElement;

  const sight = new Sight();
  const pathOf = (points: readonly Point[], id?: string) => {
    const clear = id ? sight.of(id, points.length) : null;
    let d = "", down = false;
    for (let i = 0; i < points.length; i++) {
      const { left, top, seen } = props.scene.project(points[i]!.x, points[i]!.y, undefined, true);
      const drawn = seen && (!clear || clear[i] === 1);
      if (drawn) d += `${down ? "L" : "M"}${left.toFixed(1)} ${top.toFixed(1)}`;
      down = drawn;
    }
    return d;
  };
  const setPath = (group: SVGGElement | undefined, d: string) => {
    for (let path = group?.firstElementChild; path; path = path.nextElementSibling) path.setAttribute("d", d);
  };
  /* A lake that its own handle would hide: how many pixels it lacks. */
  const isUnder = ({ thing, role }: Handle) => {
    if (thing.group !== "lakes" || thing.shape !== "spot" || (role !== "p0" && role !== "ring")) return null;
    const { x, y } = thing.at[0]!, radius = radiusOf(thing);
    const middle = props.scene.project(x, y, undefined, true), shore = props.scene.project(x + radius, y, undefined, true);
    const wide = Math.hypot(shore.left - middle.left, shore.top - middle.top);
    return wide < hiding ? { room: hiding - wide } : null;
  };
  const draw = () => {
    const { handles, lines } = view();
    for (const [id, line] of lines) setPath(paths.get(id), pathOf(line.points, id));
    for (const [id, handle] of handles) {
      const button = buttons.get(id);
      if (!button) continue;
      const at = props.scene.project(handle.at.x, handle.at.y, undefined, true), { left, top } = at;
      const seen = at.seen && sight.of(id, 1)[0] === 1;
      const small = isUnder(handle);
      const above = handle.look === "height" ? lift : small && handle.role === "p0" ? pinned : 0;
      const aside = small && handle.role === "ring" ? small.room : 0;
      button.classList.toggle("pin", !!small && handle.role === "p0");
      button.style.transform = `translate(${(left + aside).toFixed(1)}px, ${(top - above).toFixed(1)}px)`;
      button.style.visibility = seen ? "visible" : "hidden";
    }
    const now = sketch(), points = now ? (now.pointer ? [...now.points, now.pointer] : now.points) : [];
    const ring = now && now.tool !== "rivers" && points.length > 2 && now.tool !== "mouths" ? [...points, points[0]!] : points;
    setPath(drawing, pathOf(ring));
    dots.setAttribute("d", now?.free ? "" : points.map((p) => pathOf([p]) && `${pathOf([p])}h0`).join(""));
  };
  /* What hides behind the land is looked for a little at a time. */
  const look = () => {
    const { handles, lines } = view();
    const all = [...handles].map(([id, handle]) => ({ id, points: [handle.at] }));
    for (const [id, line] of lines) all.push({ id, points: line.points });
    if (sight.look(props.scene, all)) soon(false);
  };
  let asked = 0, afresh = true;
  const redraw = () => {
    sight.forget();
    draw();
    look();
  };
  const soon = (moved = true) => {
    afresh ||= moved;
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      if (afresh) sight.forget();
      afresh = false;
      draw();
      look();
    });
  };
  createEffect(on([view, sketch, ready], () => soon()));
  onMount(() => {
    const stop = props.scene.onView(redraw);
    setReady(1);
    onCleanup(stop);
  });
  onCleanup(() => cancelAnimationFrame(asked));

  createEffect(() => {
    const tool = activeTool(), scene = props.scene;
    const stop = tool === "brush" ? paintWith(scene) : tool ? drawWith(scene, tool) : null;
    scene.element.classList.toggle("tool-in-hand", !!tool);
    onCleanup(() => stop?.());
  });
  const finish = () => finishSketch(props.scene);
  onMount(() => props.scene.element.addEventListener("dblclick", finish, true));
  onCleanup(() => props.scene.element.removeEventListener("dblclick", finish, true));

  /* The wheel turns the picture, even over a handle. */
  const wheel = (event: WheelEvent) =>
    (props.scene.element.querySelector("canvas") ?? props.scene.element).dispatchEvent(new WheelEvent("wheel", event));

  const keydown = (event: KeyboardEvent, id: string) => {
    const handle = view().handles.get(id);
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (!handle || (!step && event.key !== "Delete" && event.key !== "Backspace")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return void removePicked(event.shiftKey);
    nudge(props.scene, handle.thing, handle.role, handle.at, step[0], step[1], event.shiftKey);
  };
  const press = (event: PointerEvent, id: string) => {
    const handle = view().handles.get(id);
    if (!handle || event.button !== 0) return;
    event.stopPropagation();
    dragHandle(props.scene, event, handle.thing, handle.role, handle.at);
  };
  const pick = (id: string) => {
    const handle = view().handles.get(id);
    if (handle) setPicked({ thing: handle.thing.id, handle: handle.role.startsWith("d") ? `p${handle.role.slice(1)}` : handle.role });
  };
  const isPicked = (handle: Handle | undefined) => {
    const now = picked();
    return !!handle && now?.thing === handle.thing.id && (now.handle === handle.role || (now.handle === null && handle.thing.shape === "spot" && handle.role === "p0"));
  };

  return (
    <div class="tool-overlay" classList={{ drawing: !!sketch()?.points.length }} onWheel={wheel}>
      <svg class="tool-lines" aria-hidden="true">
        <For each={lineIds()}>
          {(id) => {
            const line = () => view().lines.get(id);
            return (
              <g class={`tool-line ${line()?.thing.group ?? ""} ${line()?.look ?? ""}`}
                classList={{ faint: !line()?.full, picked: line()?.picked ?? false }}
                ref={(group) => (paths.set(id, group), onCleanup(() => paths.delete(id)))}>
                <path class="casing" />
                <path class="stroke" />
                <path class="hit" onPointerDown={(event) => {
                  const now = line();
                  if (!now || event.button !== 0) return;
                  event.stopPropagation();
                  pressLine(props.scene, event, now.thing);
                }} />
              </g>
            );
          }}
        </For>
        <g class="tool-line sketch" classList={{ snapped: sketch()?.snapped ?? false }} ref={drawing}>
          <path class="casing" />
          <path class="stroke" />
        </g>
        <path class="tool-dots" classList={{ snapped: sketch()?.snapped ?? false }} ref={dots} />
      </svg>
      <For each={handleIds()}>
        {(id) => {
          const handle = () => view().handles.get(id);
          const label = () => (handle() ? labelOf(handle()!) : "");
          const named = () => (handle()?.role === "p0" ? handle()!.thing.name : "");
          return (
            <button type="button" class={`tool-handle ${handle()?.look ?? ""} ${handle()?.thing.group ?? ""}`}
              classList={{ faint: !!handle() && showing(handle()!.thing) !== "full", picked: isPicked(handle()), refused: !!handle() && refused() === handle()!.thing.id }}
              aria-label={label()} aria-description={words.keys} data-what={label()}
              ref={(button) => (buttons.set(id, button), onCleanup(() => buttons.delete(id)))}
              onPointerDown={(event) => press(event, id)} onFocus={() => pick(id)} onKeyDown={(event) => keydown(event, id)}>
              <i />
              <span class="tool-name">{named()}</span>
            </button>
          );
        }}
      </For>
    </div>
  );
}
