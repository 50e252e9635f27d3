// SPDX-License-Identifier: MIT
/* The frame, and the seed of the whole recipe. */
import { createUniqueId, onCleanup } from "solid-js";
import { edit, state } from "../../state/store";
import type { Op } from "../../state/protocol";
import { texts } from "../../texts";
import { Explained, setExplained } from "../controls/explained";
import { SeedControl } from "../controls/seed";
import { ControlsList } from "./controls-list";

export function FramePanel() {
  const id = createUniqueId();
  const set = (value: number | string) =>
    void edit(texts.edits.seed, [{ op: "seed", value: Number(value) } satisfies Op]);
  onCleanup(() => setExplained(null));
  return (
    <>
      <header class="panel-head">
        <h2>{texts.panel.frameTitle}</h2>
        <p class="quiet">{texts.panel.frameSummary}</p>
      </header>
      <div class="controls fixed">
        <div class="control" title={texts.panel.seedHelp}>
          <span class="control-name">
            <label for={id}>{texts.panel.seed}</label>
          </span>
          <div class="control-body">
            <SeedControl id={id} value={state.project?.seed ?? 0} label={texts.panel.seed} set={set} />
          </div>
        </div>
      </div>
      <ControlsList stage="frame" params={state.about?.frame.params ?? []} />
      <Explained fallback={texts.controls.foot} />
    </>
  );
}
