// SPDX-License-Identifier: MIT
/* A small plot: axes with round numbers, an area, lines, and a reading under the pointer or by arrow keys. */
import { createSignal, For, Show } from "solid-js";

export interface Line {
  class: string;
  points: { x: number; y: number }[];
  fill?: boolean;
}

interface Props {
  label: string;
  lines: Line[];
  bands?: { from: number; to: number; y: number }[];
  xText: (value: number) => string;
  yText: (value: number) => string;
  xName: string;
  yName: string;
  read: (x: number) => { x: number; y: number; text: string } | null;
  onRead?: (x: number | null) => void;
}

const wide = 308,
  tall = 168,
  left = 44,
  bottom = 28,
  top = 18,
  right = 8;

export function ticks(low: number, high: number, about: number): number[] {
  const rough = (high - low) / about;
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough)),
    lead = rough / power;
  const step = (lead > 5 ? 10 : lead > 2 ? 5 : lead > 1 ? 2 : 1) * power;
  const out: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-6; at += step)
    out.push(Number(at.toPrecision(12)));
  return out;
}

export function Plot(props: Props) {
  const [at, setAt] = createSignal<number | null>(null);
  const ends = () => {
    const xs = props.lines.flatMap((line) => line.points.map((p) => p.x)),
      ys = props.lines.flatMap((line) => line.points.map((p) => p.y)).filter(Number.isFinite);
    const span = (all: number[]) =>
      all.reduce(([a, b], v) => [Math.min(a!, v), Math.max(b!, v)], [Infinity, -Infinity]) as [number, number];
    const [x0, x1] = span([...xs, ...(props.bands ?? []).map((band) => band.to)]),
      [y0, y1] = span(ys);
    const pad = (y1 - y0) * 0.06 || 1;
    return { x0, x1: x1 > x0 ? x1 : x0 + 1, y0: y0 - pad, y1: y1 + pad };
  };
  const px = (x: number) => left + ((x - ends().x0) / (ends().x1 - ends().x0)) * (wide - left - right);
  const py = (y: number) => tall - bottom - ((y - ends().y0) / (ends().y1 - ends().y0)) * (tall - top - bottom);
  const path = (line: Line, closed: boolean) => {
    const good = line.points.filter((p) => Number.isFinite(p.y));
    const open = good.map((p, k) => `${k ? "L" : "M"}${px(p.x).toFixed(1)} ${py(p.y).toFixed(1)}`).join("");
    if (!closed || good.length === 0) return open;
    return `${open}L${px(good[good.length - 1]!.x).toFixed(1)} ${tall - bottom}L${px(good[0]!.x).toFixed(1)} ${tall - bottom}Z`;
  };
  const hover = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const room = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - room.left) / room.width) * wide;
    const value = ends().x0 + ((x - left) / (wide - left - right)) * (ends().x1 - ends().x0);
    show(Math.max(ends().x0, Math.min(ends().x1, value)));
  };
  const show = (x: number | null) => {
    setAt(x);
    props.onRead?.(x);
  };
  const key = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const { x0, x1 } = ends();
    show(Math.max(x0, Math.min(x1, (at() ?? x0) + (by * (x1 - x0)) / 50)));
  };
  const reading = () => (at() === null ? null : props.read(at()!));
  return (
    <figure class="plot">
      <svg
        viewBox={`0 0 ${wide} ${tall}`}
        role="img"
        aria-label={props.label}
        tabindex={0}
        onPointerMove={hover}
        onPointerLeave={() => show(null)}
        onBlur={() => show(null)}
        onKeyDown={key}
      >
        <For each={ticks(ends().y0, ends().y1, 5)}>
          {(y) => (
            <>
              <line class="grid-line" x1={left} x2={wide - right} y1={py(y)} y2={py(y)} />
              <text class="tick-text" x={left - 6} y={py(y) + 3.5} text-anchor="end">
                {props.yText(y)}
              </text>
            </>
          )}
        </For>
        <For each={ticks(ends().x0, ends().x1, 4)}>
          {(x) => (
            <>
              <line class="grid-line" x1={px(x)} x2={px(x)} y1={tall - bottom} y2={tall - bottom + 4} />
              <text
                class="tick-text"
                x={px(x)}
                y={tall - bottom + 15}
                text-anchor={px(x) > wide - 24 ? "end" : "middle"}
              >
                {props.xText(x)}
              </text>
            </>
          )}
        </For>
        <For each={props.bands ?? []}>
          {(band) => (
            <line
              class="plot-lake"
              x1={px(band.from)}
              x2={Math.max(px(band.to), px(band.from) + 2)}
              y1={py(band.y)}
              y2={py(band.y)}
            />
          )}
        </For>
        <For each={props.lines}>
          {(line) => (
            <>
              <Show when={line.fill}>
                <path class={`plot-fill ${line.class}`} d={path(line, true)} />
              </Show>
              <path class={`plot-line ${line.class}`} d={path(line, false)} />
            </>
          )}
        </For>
        <text class="tick-text" x={wide - right} y={tall - 1} text-anchor="end">
          {props.xName}
        </text>
        <text class="tick-text" x={2} y={9}>
          {props.yName}
        </text>
        <Show when={reading()}>
          {(now) => (
            <>
              <line class="plot-hair" x1={px(now().x)} x2={px(now().x)} y1={top} y2={tall - bottom} />
              <circle class="plot-dot" cx={px(now().x)} cy={py(now().y)} r="3.5" />
            </>
          )}
        </Show>
      </svg>
      <figcaption aria-live="polite">{reading()?.text ?? ""}</figcaption>
    </figure>
  );
}
