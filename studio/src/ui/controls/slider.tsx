// SPDX-License-Identifier: MIT
/* A slider and the number beside it. While one drags, the dragged value is shown at once and edits follow
 * it at their own pace; then the program's value counts again. */
import { createEffect, createSignal, on } from "solid-js";
import { state } from "../../state/store";
import { automaticOf } from "./automatic";
import { NumberEntry } from "./number";
import { fromShare, rangeOf, toShare, type Range } from "./range";
import { drag, frameWidth, put, type Target } from "./target";
import { withUnit, words } from "./units";

const most = 1000; // steps

export function SliderControl(props: { target: Target; id: string; help: string; wrong?: boolean }) {
  const [dragged, setDragged] = createSignal<number | null>(null);
  let hand: ReturnType<typeof drag> | null = null,
    held: Range | null = null; // while one drags the ends stay where they are
  const param = () => props.target.param;
  const given = () => Number(props.target.value() ?? 0);
  const value = () => dragged() ?? given();
  const range = () => held ?? rangeOf(param(), given(), frameWidth(), state.result?.frame);
  // Of a few whole numbers each is a step of the arrow keys.
  const steps = () => {
    const { whole, log, low, high } = range();
    return whole && !log && high - low <= most ? Math.max(1, high - low) : most;
  };
  const word = () => automaticOf(param());
  const said = () => (word()?.value === value() ? word()!.words : withUnit(value(), param().unit));
  const share = () => toShare(range(), value());
  const slide = (event: InputEvent & { currentTarget: HTMLInputElement }) => {
    const next = fromShare(range(), Number(event.currentTarget.value) / steps());
    held ??= range();
    hand ??= drag(props.target);
    setDragged(next);
    hand.to(next);
  };
  const end = () => {
    const sent = hand?.end();
    hand = held = null;
    // What the program did not take is not shown either.
    void sent?.then(() => hand || setDragged(null));
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
        max={steps()}
        step={1}
        value={Math.round(share() * steps())}
        aria-label={words(param().name)}
        aria-valuetext={said()}
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
        whole={param().type === "int"}
        label={words(param().name)}
        describedBy={props.help}
        wrong={props.wrong ?? false}
        automatic={word()}
        onCommit={(next) => {
          setDragged(typeof next === "number" ? next : null);
          void put(props.target, next).then(() => setDragged(null));
        }}
      />
    </>
  );
}
