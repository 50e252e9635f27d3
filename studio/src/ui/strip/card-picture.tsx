// SPDX-License-Identifier: MIT
/* The land after a stage, small; its time, and how far it has come. */
import { createSignal, Show } from "solid-js";
import { state } from "../../state/store";
import type { Stage } from "../../state/protocol";
import { texts } from "../../texts";
import { BlobImage } from "../kit/blob-image";
import { Icon } from "../kit/icons";
import { Progress } from "../kit/progress";
import { show } from "./acts";

export function CardPicture(props: { stage: Stage; timed: boolean }) {
  const [missing, setMissing] = createSignal(0);
  const made = () => state.thumbs[props.stage.key];
  const path = () =>
    made() !== undefined && made() !== missing() ? `results/${made()}/stages/${props.stage.key}.png` : null;
  const time = () => texts.strip.seconds(state.result?.stages.find((one) => one.key === props.stage.key)?.seconds ?? 0);
  const blank = () => (
    <span class="card-blank">
      <Icon name="layers" size={18} />
    </span>
  );
  return (
    <button
      type="button"
      class="card-picture"
      tabindex={-1}
      aria-hidden="true"
      title={texts.strip.see(props.stage.name)}
      onClick={() => show(props.stage)}
    >
      <BlobImage path={path()} alt="" onMissing={() => setMissing(made() ?? 0)} fallback={blank()} />
      <span class="card-eye">
        <Icon name="eye" size={15} />
      </span>
      <Show when={props.timed && time()}>{(text) => <span class="card-time">{text()}</span>}</Show>
      <Show when={props.stage.off}>
        <span class="card-off">{texts.strip.off}</span>
      </Show>
      <Show when={state.run.state === "running" && state.run.stage === props.stage.key}>
        <span class="card-progress">
          <Progress share={state.run.fraction} label={texts.strip.running(props.stage.name)} />
        </span>
      </Show>
    </button>
  );
}
