// SPDX-License-Identifier: MIT
/* Over the picture: that the land is seen after one stage only, and the way back; that it could not be made anew. */
import { Show } from "solid-js";
import { land, mode, setAsked, setMode, setSide } from "../../state/page";
import { select, setView, stageOf, state } from "../../state/store";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { Said } from "../kit/said";

/* The land could not be made anew: what is seen is the one before. */
function Broken() {
  const fault = () =>
    land() ? ((state.run.state === "failed" ? state.run.error : null) ?? state.project?.problem ?? null) : null;
  const stage = () => stageOf(fault()?.stage ?? null);
  return (
    <Show when={fault()}>
      {(now) => (
        <div class="until chip bad" role="alert" title={texts.picture.stale}>
          <Icon name="note" size={14} />
          <span>
            <Said text={now().message} />
          </span>
          <Show when={stage()}>
            {(at) => (
              <button
                type="button"
                class="button small"
                onClick={() => {
                  setAsked(null);
                  setSide("open");
                  select(at().key);
                }}
              >
                {texts.picture.showStage}
              </button>
            )}
          </Show>
        </div>
      )}
    </Show>
  );
}

export function PictureNotices() {
  return (
    <div class="notices">
      <Broken />
      <UntilChip />
      <Flying />
    </div>
  );
}

/* Flying takes the keys: which do what, and how to stop. */
function Flying() {
  return (
    <Show when={mode() === "fly" && land()}>
      <div class="until chip" role="status">
        <Icon name="fly" size={14} />
        <span>{texts.picture.flying}</span>
        <button type="button" class="button small" onClick={() => setMode("orbit")}>
          {texts.picture.land}
        </button>
      </div>
    </Show>
  );
}

function UntilChip() {
  const until = () => stageOf(state.project?.view.until ?? null);
  return (
    <Show when={until()}>
      {(stage) => (
        <div class="until chip" role="status">
          <Icon name="eye" size={14} />
          <span>{texts.strip.until(stage().name)}</span>
          <button
            type="button"
            class="button main small"
            title={texts.strip.showAllTip}
            onClick={() => void setView({ until: null })}
          >
            {texts.strip.showAll}
          </button>
        </div>
      )}
    </Show>
  );
}
