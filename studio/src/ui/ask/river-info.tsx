// SPDX-License-Identifier: MIT
/* A reach: its data, its way to the end as a long profile, and all its water lit up. */
import { createEffect, createMemo, onCleanup } from "solid-js";
import type { Reach } from "../../state/protocol";
import type { Land } from "../../scene/scene";
import { scene, setMarked } from "../../state/page";
import { lockRiver } from "../../tools";
import { texts } from "../../texts";
import { digits, withUnit } from "../controls/units";
import { Facts } from "./facts";
import { AskedHead } from "./head";
import { downstream, profileOf, upstream, type ProfilePoint } from "./graph";
import { canKeep, keep } from "./keep";
import { rename } from "./naming";
import { Plot } from "./plot";

const many = 400; // points that a plot can show

function thin(points: ProfilePoint[]): ProfilePoint[] {
  const step = Math.ceil(points.length / many);
  return points.filter((_, k) => k % step === 0 || k === points.length - 1);
}

export function RiverInfo(props: { reach: Reach; land: Land }) {
  const rivers = () => props.land.rivers!;
  const way = createMemo(() => downstream(rivers(), props.reach.id));
  const above = createMemo(() => upstream(rivers(), props.reach.id));
  const profile = createMemo(() => {
    const whole = profileOf(rivers(), props.land.lakes, way());
    return { ...whole, points: thin(whole.points) };
  });
  createEffect(() =>
    scene()?.setLit({ mask: null, lake: null, reaches: new Set([...above(), ...way().map((reach) => reach.id)]) }),
  );
  const middle = () => {
    const k = props.reach.first_point + Math.floor(props.reach.point_count / 2);
    return { x: rivers().x[k]!, y: rivers().y[k]! };
  };
  const nearest = (x: number) => {
    const points = profile().points;
    return points.reduce((best, p) => (Math.abs(p.distance - x) < Math.abs(best.distance - x) ? p : best), points[0]!);
  };
  onCleanup(() => setMarked(null));
  const read = (x: number) => {
    const at = nearest(x);
    const bed = Number.isFinite(at.bed) ? `, ${texts.ask.bed} ${digits(at.bed, 4)} m` : "";
    return {
      x: at.distance,
      y: at.surface,
      text: `${withUnit(at.distance, "m", 3)}: ${texts.ask.surface} ${digits(at.surface, 4)} m${bed}`,
    };
  };
  const r = () => props.reach,
    words = texts.ask.rows;
  return (
    <>
      <AskedHead
        kind={texts.ask.river}
        name={r().name}
        locked={r().locked}
        lock={() => lockRiver(r().id)}
        rename={(name) => rename("rivers", r(), middle(), name)}
        keep={canKeep("rivers") ? () => keep("rivers", r().name || String(r().id)) : null}
      />
      <div class="padded">
        <h3>{texts.ask.profile}</h3>
        <Plot
          label={texts.ask.profile}
          onRead={(x) => setMarked(x === null ? null : nearest(x))}
          xName={texts.ask.distance}
          yName={`${texts.ask.height}, m`}
          read={read}
          xText={(x) => `${digits(x / 1000, 3)}${x === 0 ? "" : " km"}`}
          yText={(y) => digits(y, 5)}
          bands={profile().lakes.map((lake) => ({ from: lake.from, to: lake.to, y: lake.level }))}
          lines={[
            { class: "bed", fill: true, points: profile().points.map((p) => ({ x: p.distance, y: p.bed })) },
            { class: "surface", points: profile().points.map((p) => ({ x: p.distance, y: p.surface })) },
          ]}
        />
        <Facts
          facts={[
            [words.discharge, withUnit(r().discharge, "m3/s", 3)],
            [words.width, withUnit(r().width, "m", 3)],
            [words.depth, withUnit(r().depth, "m", 2)],
            [words.velocity, withUnit(r().velocity, "m/s", 2)],
            [words.slope, `${digits(r().slope * 100, 2)} %`],
            [words.strahler, r().strahler],
            [words.upland, withUnit(r().upland, "m2", 3)],
            [words.length, withUnit(r().length, "m", 3)],
            [words.up, withUnit(r().dist_up, "m", 3)],
            [words.down, withUnit(r().dist_down, "m", 3)],
            r().rosgen ? [words.rosgen, r().rosgen] : null,
            [words.kind, texts.ask.kinds[r().kind] ?? ""],
            [words.system, r().endorheic ? texts.ask.endorheic : texts.ask.toOcean],
          ]}
        />
        <p class="quiet">
          {texts.ask.upstream(above().size)}, {texts.ask.downstream(Math.max(0, way().length - 1))}
        </p>
      </div>
    </>
  );
}
