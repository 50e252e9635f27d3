// SPDX-License-Identifier: MIT
/* The check mark: whether the rules of water hold, and the places where they do not. */
import { createEffect, For, Match, on, Show, Switch } from "solid-js";
import { land, scene, setMarked } from "../../state/page";
import { state } from "../../state/store";
import type { Verdict } from "../../state/protocol";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { Said } from "../kit/said";
import { Popover } from "../kit/popover";

/* There, and a mark on it until the next land. */
function flyTo(x: number, y: number): void {
  const frame = land()?.frame;
  if (frame) scene()?.setCamera({ x, y, span: (frame.rows * frame.cell) / 10 }, true);
  setMarked({ x, y });
}

export function CheckMark() {
  createEffect(on(() => state.result?.id, () => setMarked(null), { defer: true }));
  const known = () => (state.check && state.result && state.check.result === state.result.id ? state.check : null);
  const last = () => state.check?.rules ?? [];
  const broken = () => last().filter((rule) => rule.applies && !rule.holds);
  const applying = () => last().filter((rule) => rule.applies).length;
  const word = () =>
    !state.check
      ? state.result ? texts.check.waiting : texts.check.none
      : broken().length
        ? texts.check.broken(broken().length)
        : texts.check.goodTip(applying());
  const line = (rule: Verdict, close: () => void) => (
    <li class="rule" classList={{ bad: rule.applies && !rule.holds, silent: !rule.applies }}>
      <span class="rule-mark">
        <Icon name={!rule.applies ? "more" : rule.holds ? "check" : "cross"} size={13} />
      </span>
      <span class="grow">
        <span class="unseen">{texts.check.rule(rule.rule)}: </span>
        <Said text={rule.text} />
      </span>
      <Show when={rule.applies && !rule.holds && rule.x !== undefined && rule.y !== undefined}>
        <button
          type="button"
          class="button small"
          onClick={() => {
            close();
            flyTo(rule.x!, rule.y!);
          }}
        >
          <Icon name="target" size={13} />
          {texts.check.fly}
        </button>
      </Show>
    </li>
  );
  return (
    <Popover
      label={word()}
      class="rules"
      align="end"
      disabled={!state.check}
      buttonClass={`button plain check ${broken().length ? "bad" : state.check ? "good" : ""} ${known() ? "" : "old"}`}
      button={
        <Switch
          fallback={
            <>
              <span class="check-dot" />
              {texts.check.waiting}
            </>
          }
        >
          <Match when={broken().length}>
            <Icon name="note" size={15} />
            {texts.check.broken(broken().length)}
          </Match>
          <Match when={state.check}>
            <Icon name="check" size={15} />
            {texts.check.good}
          </Match>
          <Match when={!state.result}>
            <span class="check-dot" />
            {texts.check.none}
          </Match>
        </Switch>
      }
    >
      {(close) => (
        <>
          <h2>{texts.check.title}</h2>
          <ol>
            <For each={[...broken(), ...last().filter((rule) => !broken().includes(rule))]}>
              {(rule) => line(rule, close)}
            </For>
          </ol>
        </>
      )}
    </Popover>
  );
}
