// SPDX-License-Identifier: MIT
/* A stage: the land after it, its name, its time; what is wrong with it, and what it had to say. */
import { selected, state } from "../../state/store";
import type { Stage } from "../../state/protocol";
import { texts } from "../../texts";
import { plain } from "../kit/said";
import { choose, pressOnCard } from "./acts";
import { CardMarks, problemOf } from "./card-marks";
import { CardMenu } from "./card-menu";
import { CardPicture } from "./card-picture";
import { moveFocus } from "./keys";

interface Props {
  stage: Stage;
  index: number;
  dragged: boolean;
  onDrag: () => void;
}

export function StageCard(props: Props) {
  const chosen = () => selected() === props.stage.key;
  const until = () => state.project?.view.until;
  const beyond = () => {
    const at = state.project?.stages.findIndex((one) => one.key === until()) ?? -1;
    return at >= 0 && props.index > at;
  };
  const problem = () => problemOf(props.stage);
  const spoken = () =>
    texts.strip.stage(props.stage.name, props.index + 1) + (problem() ? `: ${plain(problem()!)}` : "");
  const key = (event: KeyboardEvent) => {
    moveFocus(event);
    if (!pressOnCard(event, props.stage, props.index)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drag = (event: DragEvent) => {
    event.dataTransfer!.effectAllowed = "move";
    event.dataTransfer!.setData("text/plain", props.stage.name);
    props.onDrag();
  };
  /* The menu, as a right click on anything else would bring one. */
  const menu = (event: MouseEvent) => {
    event.preventDefault();
    (event.currentTarget as HTMLElement).querySelector<HTMLButtonElement>(".card-more button")?.click();
  };
  const looks = () => ({
    chosen: chosen(),
    off: props.stage.off,
    beyond: beyond(),
    seen: until() === props.stage.key,
    dragged: props.dragged,
    broken: !!problem(),
  });
  return (
    <li class="card" data-stage={props.stage.key} draggable={true} classList={looks()} onDragStart={drag} onContextMenu={menu}>
      <CardPicture stage={props.stage} timed={!problem() && !props.stage.off && !beyond()} />
      <button
        type="button"
        class="card-main"
        data-card=""
        aria-pressed={chosen()}
        title={texts.strip.controls(props.stage.name)}
        aria-label={spoken()}
        onClick={() => choose(props.stage)}
        onKeyDown={key}
      >
        <span class="card-name">
          <strong class="cut">{props.stage.name}</strong>
        </span>
      </button>
      <CardMarks stage={props.stage} />
      <CardMenu stage={props.stage} index={props.index} />
    </li>
  );
}
