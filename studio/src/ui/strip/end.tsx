// SPDX-License-Identifier: MIT
/* The end of the strip: how long all took, in how many cells, stop and run again. */
import { For, Match, Show, Switch } from "solid-js";
import { api } from "../../state/api";
import { complain, setView, state } from "../../state/store";
import { setStrip, strip } from "../../state/page";
import { texts } from "../../texts";
import { see } from "../actions";
import { Icon } from "../kit/icons";

const sizes = [256, 512, 1024, 2048, 4096];

export function StripEnd() {
  const total = () => state.result?.stages.reduce((sum, stage) => sum + (stage.reused ? 0 : stage.seconds), 0) ?? 0;
  const size = () => state.project?.view.size ?? 512;
  const choices = () =>
    [...new Set([...sizes.filter((one) => one <= (state.about?.limits.size ?? 4096)), size()])].sort((a, b) => a - b);
  const fold = () => (strip() === "open" ? texts.top.foldStrip : texts.top.unfoldStrip);
  return (
    <div class="strip-end">
      <Show when={state.project?.view.until}>
        <button type="button" class="button main" title={texts.strip.showAllTip} onClick={() => see(null)}>
          {texts.strip.showAll}
        </button>
      </Show>
      <Switch>
        <Match when={state.run.state === "running"}>
          <p class="cut run-word" aria-live="polite">
            {texts.strip.running(state.run.name || "")}
          </p>
          <button type="button" class="button" onClick={() => void api.cancel().catch(complain)}>
            <Icon name="stop" size={12} />
            {texts.strip.stop}
          </button>
        </Match>
        <Match when={state.run.state === "failed" || state.run.state === "cancelled"}>
          <p class="cut" classList={{ fault: state.run.state === "failed" }}>
            {state.run.state === "failed" ? texts.strip.failed : texts.strip.cancelled}
          </p>
          <button type="button" class="button" onClick={() => void api.run().catch(complain)}>
            <Icon name="play" size={12} />
            {texts.strip.again}
          </button>
        </Match>
        <Match when={total() > 0}>
          <p>
            <strong>{texts.strip.seconds(total())}</strong> <span class="quiet">{texts.strip.total}</span>
          </p>
        </Match>
      </Switch>
      <button
        type="button"
        class="button plain icon strip-fold"
        aria-label={fold()}
        title={`${fold()} (Ctrl ,)`}
        onClick={() => setStrip(strip() === "open" ? "folded" : "open")}
      >
        <Icon name={strip() === "open" ? "down" : "up"} size={13} />
      </button>
      <select
        class="entry"
        aria-label={texts.strip.size}
        title={texts.strip.size}
        onChange={(event) => void setView({ size: Number(event.currentTarget.value) })}
      >
        <For each={choices()}>
          {(one) => (
            <option value={one} selected={one === size()}>
              {texts.strip.cells(one)}
            </option>
          )}
        </For>
      </select>
    </div>
  );
}
