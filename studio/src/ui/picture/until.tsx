// SPDX-License-Identifier: MIT
/* Says that the land is seen after one stage only, and leads back. */
import { Show } from "solid-js";
import { setView, stageOf, state } from "../../state/store";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";

export function UntilChip() {
  const until = () => stageOf(state.project?.view.until ?? null);
  return (
    <Show when={until()}>{(stage) => (
      <div class="until chip" role="status">
        <Icon name="eye" size={14} />
        <span>{texts.strip.until(stage().name)}</span>
        <button type="button" class="button main small" title={texts.strip.showAllTip} onClick={() => void setView({ until: null })}>{texts.strip.showAll}</button>
      </div>
    )}</Show>
  );
}
