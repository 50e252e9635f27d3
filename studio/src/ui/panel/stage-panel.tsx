// SPDX-License-Identifier: MIT
/* The controls of a stage, from its parameter table alone. */
import { createMemo, For, onCleanup, Show } from "solid-js";
import { edit, stageOf, state } from "../../state/store";
import type { Op } from "../../state/protocol";
import { texts } from "../../texts";
import { Explained, setExplained } from "../controls/explained";
import { isStandard } from "../controls/target";
import { Icon } from "../kit/icons";
import { Said } from "../kit/said";
import { ControlsList } from "./controls-list";

export function StagePanel(props: { stage: string }) {
  const stage = () => stageOf(props.stage);
  const info = createMemo(() => state.about?.stages.find((one) => one.name === stage()?.name));
  const changed = () => (info()?.params ?? []).filter((param) => !isStandard(param, stage()?.values[param.name]));
  const notes = () => state.result?.notes.filter((note) => note.stage === props.stage) ?? [];
  const toggle = () =>
    void edit(texts.edits.off(stage()!.name, !stage()!.off), [{ op: "off", stage: props.stage, off: !stage()!.off }]);
  const resetAll = () =>
    void edit(
      texts.edits.reset(stage()!.name),
      changed().map((param): Op => ({ op: "reset", stage: props.stage, path: param.name })),
    );
  onCleanup(() => setExplained(null));
  return (
    <Show when={stage()}>
      {(now) => (
        <>
          <header class="panel-head">
            <div class="row">
              <h2 class="grow">{now().name}</h2>
              <button
                type="button"
                class="button plain icon"
                disabled={changed().length === 0}
                aria-label={texts.controls.resetAll}
                title={texts.controls.resetAll}
                onClick={resetAll}
              >
                <Icon name="reset" size={14} />
              </button>
              <button
                type="button"
                role="switch"
                class="switch"
                aria-checked={!now().off}
                aria-label={now().off ? texts.strip.switchOn : texts.strip.switchOff}
                title={now().off ? texts.strip.switchOn : texts.strip.switchOff}
                onClick={toggle}
              >
                <span />
              </button>
            </div>
            <p class="quiet">
              <Said text={info()?.summary} />
            </p>
            <Show when={now().problem}>
              <p class="notice bad">
                <Said text={now().problem} />
              </p>
            </Show>
            <Show when={state.run.state === "failed" && state.run.error?.stage === props.stage}>
              <p class="notice bad">
                <Said text={state.run.error!.message} />
              </p>
            </Show>
            <For each={notes()}>
              {(note) => (
                <p class="notice warn">
                  <Said text={note.text} />
                </p>
              )}
            </For>
          </header>
          <ControlsList stage={props.stage} params={info()?.params ?? []} />
          <Explained fallback={texts.controls.foot} />
        </>
      )}
    </Show>
  );
}
