// SPDX-License-Identifier: MIT
/* The first visit: three hints, each beside what it speaks of, once. */
import { createEffect, createSignal, onCleanup, onMount, Show } from "solid-js";
import { hinted, land, setHinted } from "../../state/page";
import { texts } from "../../texts";
import { activeTool } from "../../tools";

/* What each hint points at, and on which side of it the hint stands. */
const targets = [
  { find: ".strip", side: "above" },
  { find: ".tools-place", side: "right" },
  { find: ".picture", side: "inside" },
] as const;

function Hint(props: { at: number; next: () => void; done: () => void }) {
  let box!: HTMLDivElement;
  const place = () => {
    const target = targets[props.at]!,
      from = document.querySelector(target.find)?.getBoundingClientRect();
    if (!from) return;
    const size = box.getBoundingClientRect();
    // Beside what is said of the place under the pointer, which stands above the strip too.
    const said = document.querySelector(".readings")?.getBoundingClientRect();
    const spots = {
      above: { left: Math.max(from.left + 170, (said?.right ?? 0) + 12), top: from.top - size.height - 12 },
      right: { left: from.right + 14, top: from.top + 4 },
      inside: { left: from.left + from.width / 2 - size.width / 2, top: from.top + from.height / 2 - size.height / 2 },
    };
    const { left, top } = spots[target.side];
    box.style.left = `${Math.max(12, Math.min(left, innerWidth - size.width - 12))}px`;
    box.style.top = `${Math.max(12, Math.min(top, innerHeight - size.height - 12))}px`;
  };
  onMount(() => {
    addEventListener("resize", place);
    onCleanup(() => removeEventListener("resize", place));
  });
  createEffect(() => {
    void props.at;
    queueMicrotask(place);
  });
  const last = () => props.at === texts.hints.list.length - 1;
  return (
    <div
      ref={box}
      class="hint floating"
      classList={{ [targets[props.at]!.side]: true }}
      role="dialog"
      aria-label={texts.hints.label}
    >
      <h2>{texts.hints.list[props.at]!.title}</h2>
      <p class="quiet">{texts.hints.list[props.at]!.text}</p>
      <div class="row">
        <span class="quiet grow">{texts.hints.of(props.at + 1, texts.hints.list.length)}</span>
        <Show when={!last()}>
          <button type="button" class="button plain" onClick={() => props.done()}>
            {texts.hints.skip}
          </button>
        </Show>
        <button type="button" class="button main" onClick={() => (last() ? props.done() : props.next())}>
          {last() ? texts.hints.done : texts.hints.next}
        </button>
      </div>
    </div>
  );
}

export function Hints() {
  const [at, setAt] = createSignal(0);
  createEffect(() => {
    if (hinted() === "no") setAt(0);
  });
  return (
    // Whoever has a tool in hand draws: nothing may lie over the land then.
    <Show when={hinted() === "no" && land() && !activeTool()}>
      <Hint at={at()} next={() => setAt(at() + 1)} done={() => setHinted("yes")} />
    </Show>
  );
}
