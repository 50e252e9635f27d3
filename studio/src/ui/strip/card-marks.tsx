// SPDX-License-Identifier: MIT
/* What is wrong with a stage, or what it had to say. */
import { For, Show } from "solid-js";
import { state } from "../../state/store";
import type { Stage } from "../../state/protocol";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { Popover } from "../kit/popover";
import { plain, Said } from "../kit/said";

export function problemOf(stage: Stage): string | null {
  const { error, state: run } = state.run;
  return stage.problem ?? (run === "failed" && error?.stage === stage.key ? error.message : null);
}

function Mark(props: { label: string; class: string; lines: string[] }) {
  return (
    <Popover
      label={props.label}
      buttonClass={`mark ${props.class}`}
      button={<Icon name="note" size={13} />}
      class="note-text"
      above
    >
      {() => (
        <ul>
          <For each={props.lines}>
            {(line) => (
              <li>
                <Said text={line} />
              </li>
            )}
          </For>
        </ul>
      )}
    </Popover>
  );
}

export function CardMarks(props: { stage: Stage }) {
  const notes = () =>
    state.result?.notes.filter((note) => note.stage === props.stage.key).map((note) => note.text) ?? [];
  return (
    <Show
      when={problemOf(props.stage)}
      fallback={
        <Show when={notes().length}>
          <Mark class="warn" label={texts.strip.notes(notes().length)} lines={notes()} />
        </Show>
      }
    >
      {(text) => <Mark class="bad" label={plain(text())} lines={[text()]} />}
    </Show>
  );
}
