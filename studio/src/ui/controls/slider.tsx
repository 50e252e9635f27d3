// SPDX-License-Identifier: MIT
/* A slider and the number beside it. While one drags, the dragged value is shown at once and edits follow
 * it at their own pace; then the program's value counts again. */
import { createEffect, createSignal, on } from "solid-js";
import { NumberEntry } from "./number";
import { fromShare, rangeOf, toShare } from "./range";
import { drag, frameWidth, put, type Target } from "./target";
import { withUnit, words } from "./units";

const steps = 1000;

export function SliderControl(props: { target: Target; id: string; help: string; wrong?: boolean }) {
  const [dragged, setDragged] = createSignal<number | null>(null);
  let hand: ReturnType<typeof drag> | null = null;
  const param = () => props.target.param;
  const given = () => Number(props.target.value() ?? 0);
  const value = () => dragged() ?? given();
  const range = () => rangeOf(param(), given(), frameWidth());
  const share = () => toShare(range(), value());
  const slide = (event: InputEvent & { currentTarget: HTMLInputElement }) => {
    const next = fromShare(range(), Number(event.currentTarget.value) / steps);
    hand ??= drag(props.target);
    setDragged(next);
    hand.to(next);
  };
  const end = () => {
    hand?.end();
    hand = null;
  };
  // The program's answer takes over, unless the hand has moved on.
  createEffect(
    on(
      given,
      (now) => {
        if (!hand || now === dragged()) setDragged(null);
      },
      { defer: true },
    ),
  );
  return (
    <>
      <input
        type="range"
        min={0}
        max={steps}
        step={1}
        value={Math.round(share() * steps)}
        aria-label={words(param().name)}
        aria-valuetext={withUnit(value(), param().unit)}
        aria-describedby={props.help}
        style={{ "--share": share() }}
        onInput={slide}
        onChange={end}
        onBlur={end}
      />
      <NumberEntry
        id={props.id}
        value={value()}
        unit={param().unit}
        hint={range().high / 100}
        label={words(param().name)}
        describedBy={props.help}
        wrong={props.wrong ?? false}
        onCommit={(next) => {
          setDragged(typeof next === "number" ? next : null);
          void put(props.target, next).then(() => setDragged(null));
        }}
      />
    </>
  );
}
