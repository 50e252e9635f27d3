// SPDX-License-Identifier: MIT
/* The land above a place, lit up, and its hypsometric curve. */
import { createEffect, createResource, Show } from "solid-js";
import { api } from "../../state/api";
import { scene } from "../../state/page";
import { texts } from "../../texts";
import { digits, withUnit } from "../controls/units";
import { Facts } from "./facts";
import { Plot } from "./plot";

const leastCells = 30; // fewer make no curve

export function Hypsometry(props: { result: number; x: number; y: number; lake?: number }) {
  const [catchment] = createResource(
    () => ({ id: props.result, x: props.x, y: props.y }),
    (at) => api.catchment(at.id, at.x, at.y).catch(() => null),
  );
  createEffect(() => {
    const now = catchment();
    scene()?.setLit({ mask: now?.mask ?? null, reaches: null, lake: props.lake ?? null });
  });
  const words = texts.ask.rows;
  return (
    <Show when={catchment.latest} fallback={<p class="quiet plot-room">{catchment.loading ? texts.ask.asking : ""}</p>}>
      {(now) => {
        const heightAt = (k: number) => now().low + ((now().high - now().low) * k) / 100;
        const wide = now().cells >= leastCells && now().high > now().low;
        return (
          <>
            <Show when={wide}>
              <h3>{texts.ask.hypsometry}</h3>
              <Plot
                label={texts.ask.hypsometry}
                xName={texts.ask.share}
                yName={`${texts.ask.height}, m`}
                xText={(x) => `${digits(x * 100, 3)} %`}
                yText={(y) => digits(y, 5)}
                lines={[
                  {
                    class: "ground",
                    fill: true,
                    points: now().hypsometry.map((share, k) => ({ x: share, y: heightAt(k) })),
                  },
                ]}
                read={(x) => {
                  const shares = now().hypsometry;
                  const k = shares.reduce(
                    (best, share, at) => (Math.abs(share - x) < Math.abs(shares[best]! - x) ? at : best),
                    0,
                  );
                  return {
                    x: shares[k]!,
                    y: heightAt(k),
                    text: `${digits(shares[k]! * 100, 3)} %: ${digits(heightAt(k), 4)} m`,
                  };
                }}
              />
            </Show>
            <Facts
              facts={[
                [words.catchment, withUnit(now().area, "m2", 3)],
                [words.mean, withUnit(Math.round(now().mean), "m")],
                [words.low, withUnit(Math.round(now().low), "m")],
                [words.high, withUnit(Math.round(now().high), "m")],
              ]}
            />
          </>
        );
      }}
    </Show>
  );
}
