// SPDX-License-Identifier: MIT
/* One word of a few, or yes and no. */
import { For, Show } from "solid-js";
import { put, type Target } from "./target";
import { words } from "./units";

const roomForSegments = 26; // letters

export function ChoiceControl(props: { target: Target; id: string; help: string }) {
  const choices = () => props.target.param.choices ?? [];
  const few = () => choices().length <= 4 && choices().join("").length + 3 * choices().length <= roomForSegments;
  const value = () => String(props.target.value() ?? "");
  const step = (event: KeyboardEvent) => {
    const by =
      event.key === "ArrowRight" || event.key === "ArrowDown"
        ? 1
        : event.key === "ArrowLeft" || event.key === "ArrowUp"
          ? -1
          : 0;
    if (!by) return;
    event.preventDefault();
    const all = choices(),
      next = (all.indexOf(value()) + by + all.length) % all.length;
    void put(props.target, all[next]);
    (event.currentTarget as HTMLElement).querySelectorAll("button")[next]?.focus();
  };
  return (
    <Show
      when={few()}
      fallback={
        <select
          id={props.id}
          class="entry"
          aria-describedby={props.help}
          value={value()}
          onChange={(event) => void put(props.target, event.currentTarget.value)}
        >
          <For each={choices()}>
            {(one) => (
              <option value={one} selected={one === value()}>
                {words(one)}
              </option>
            )}
          </For>
        </select>
      }
    >
      <div
        id={props.id}
        class="segments"
        role="radiogroup"
        aria-label={words(props.target.param.name)}
        aria-describedby={props.help}
        onKeyDown={step}
      >
        <For each={choices()}>
          {(one) => (
            <button
              type="button"
              role="radio"
              aria-checked={one === value()}
              tabindex={one === value() ? 0 : -1}
              onClick={() => void put(props.target, one)}
            >
              {words(one)}
            </button>
          )}
        </For>
      </div>
    </Show>
  );
}

export function FlagControl(props: { target: Target; id: string; help: string }) {
  const on = () => props.target.value() === true;
  return (
    <button
      id={props.id}
      type="button"
      role="switch"
      class="switch"
      aria-checked={on()}
      aria-describedby={props.help}
      aria-label={words(props.target.param.name)}
      onClick={() => void put(props.target, !on())}
    >
      <span />
    </button>
  );
}
