// SPDX-License-Identifier: MIT
/* All parameters of a table, with a filter. */
import { createEffect, createMemo, createSignal, For, on, Show } from "solid-js";
import { seek, sought } from "../../state/page";
import type { Param } from "../../state/protocol";
import { texts } from "../../texts";
import { Control } from "../controls/control";
import { isStandard, valuesOf } from "../controls/target";
import { words } from "../controls/units";
import { Icon } from "../kit/icons";

const worthFiltering = 7; // parameters

export function ControlsList(props: { stage: string; params: Param[] }) {
  const [filter, setFilter] = createSignal("");
  const [onlyChanged, setOnlyChanged] = createSignal(false);
  let list!: HTMLDivElement;
  const value = (param: Param) => valuesOf(props.stage)?.[param.name];
  const shown = createMemo(() =>
    props.params.filter(
      (param) =>
        `${words(param.name)} ${param.name} ${param.help}`.toLowerCase().includes(filter().toLowerCase()) &&
        (!onlyChanged() || !isStandard(param, value(param))),
    ),
  );
  // The palette and the tools lead here: the parameter comes into view, and for the palette gets the focus.
  createEffect(
    on(sought, (target) => {
      if (!target || target.stage !== props.stage) return;
      setFilter("");
      setOnlyChanged(false);
      seek(null);
      queueMicrotask(() => {
        const control = list.querySelector<HTMLElement>(`[data-param="${CSS.escape(target.param)}"]`);
        control?.scrollIntoView({ block: target.idly ? "start" : "center" });
        control?.classList.add("sought");
        setTimeout(() => control?.classList.remove("sought"), 1600);
        if (!target.idly) control?.querySelector<HTMLElement>("input, select, button:not(.changed-mark)")?.focus();
      });
    }),
  );
  return (
    <>
      <Show when={props.params.length >= worthFiltering}>
        <div class="row filter">
          <span class="search grow">
            <Icon name="search" size={13} />
            <input
              class="entry"
              type="search"
              placeholder={texts.controls.filter}
              aria-label={texts.controls.filter}
              value={filter()}
              onInput={(event) => setFilter(event.currentTarget.value)}
            />
          </span>
          <button
            type="button"
            class="button plain icon"
            aria-pressed={onlyChanged()}
            aria-label={texts.controls.onlyChanged}
            title={texts.controls.onlyChanged}
            onClick={() => setOnlyChanged(!onlyChanged())}
          >
            <span class="dot" />
          </button>
        </div>
      </Show>
      <div ref={list} class="controls">
        <For
          each={shown()}
          fallback={
            <p class="quiet padded">
              {onlyChanged() && !filter() ? texts.controls.nothingChanged : texts.controls.nothing}
            </p>
          }
        >
          {(param) => <Control target={{ stage: props.stage, path: param.name, param, value: () => value(param) }} />}
        </For>
      </div>
    </>
  );
}
