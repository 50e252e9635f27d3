// SPDX-License-Identifier: MIT
/* A lake: its data, its catchment and what leaves it. */
import type { Lake } from "../../state/protocol";
import type { Land } from "../../scene/scene";
import { setAsked } from "../../state/page";
import { state } from "../../state/store";
import { lockLake } from "../../tools";
import { texts } from "../../texts";
import { withUnit } from "../controls/units";
import { Facts, type Fact } from "./facts";
import { AskedHead } from "./head";
import { Hypsometry } from "./hypsometry";
import { canKeep, keep } from "./keep";
import { rename } from "./naming";

const secondsPerYear = 31557600;

/* Where a reach begins. */
function headOf(land: Land, id: number, otherwise: { x: number; y: number }): { x: number; y: number } {
  const rivers = land.rivers,
    first = rivers?.reaches.find((reach) => reach.id === id)?.first_point;
  return rivers && first !== undefined
    ? { x: rivers.x[first]!, y: rivers.y[first]! }
    : { x: otherwise.x, y: otherwise.y };
}

export function LakeInfo(props: { lake: Lake; land: Land }) {
  const lake = () => props.lake,
    words = texts.ask.rows;
  /* What comes and goes, where a stage keeps count of it. */
  const water = (): Fact[] => {
    const budget = state.result?.budget,
      { inflow, evaporation } = lake();
    if (!budget || !(inflow > 0)) return [];
    const told = (amount: number) =>
      budget["per_year"] ? withUnit(amount / secondsPerYear, "m3/s", 3) : withUnit(amount, "m3", 3);
    return [
      [words.inflow, told(inflow)],
      [words.evaporation, told(evaporation)],
      [words.outflow, told(lake().closed ? 0 : Math.max(0, inflow - evaporation))],
    ];
  };
  const outlet = () =>
    lake().outlet ? (
      <button
        type="button"
        class="link"
        onClick={() => setAsked({ kind: "river", id: lake().outlet, ...headOf(props.land, lake().outlet, lake()) })}
      >
        {texts.ask.hasOutlet}
      </button>
    ) : (
      texts.ask.noOutlet
    );
  return (
    <>
      <AskedHead
        kind={texts.ask.lake}
        name={lake().name}
        locked={lake().locked}
        lock={() => lockLake(lake().id)}
        rename={(name) => rename("lakes", lake(), lake(), name)}
        keep={canKeep("lakes") ? () => keep("lakes", lake().name || String(lake().id)) : null}
      />
      <div class="padded">
        <Facts
          facts={[
            [
              words.state,
              lake().closed
                ? `${texts.ask.states[lake().state] ?? ""}, ${texts.ask.closed}`
                : (texts.ask.states[lake().state] ?? ""),
            ],
            [words.level, withUnit(lake().level, "m", 4)],
            [words.area, withUnit(lake().area, "m2", 3)],
            [words.depthMax, withUnit(lake().depth_max, "m", 3)],
            [words.volume, withUnit(lake().volume, "m3", 3)],
            ...water(),
            [words.outlet, outlet()],
            lake().merged > 1 ? [words.merged, lake().merged] : null,
          ]}
        />
        <Hypsometry result={props.land.id} x={lake().x} y={lake().y} lake={lake().id} />
      </div>
    </>
  );
}
