// SPDX-License-Identifier: MIT
/* A stage: the land after it, its name, its time; what is wrong with it, and what it had to say. */
import { createSignal, For, Show } from "solid-js";
import { edit, selected, state } from "../../state/store";
import type { Stage } from "../../state/protocol";
import { setAsked } from "../../state/page";
import { texts } from "../../texts";
import { see } from "../actions";
import { BlobImage } from "../kit/blob-image";
import { Icon } from "../kit/icons";
import { MenuItem, moveInMenu } from "../kit/menu";
import { plain, Said } from "../kit/said";
import { Popover } from "../kit/popover";
import { Progress } from "../kit/progress";
import { focusCard, moveFocus } from "./keys";

interface Props {
  stage: Stage;
  index: number;
  dragged: boolean;
  onDrag: () => void;
  choose: () => void;
}

export function StageCard(props: Props) {
  const [missing, setMissing] = createSignal(0);
  const stage = () => props.stage,
    name = () => props.stage.name;
  const chosen = () => selected() === stage().key;
  const until = () => state.project?.view.until;
  const seen = () => until() === stage().key;
  const beyond = () => {
    const stages = state.project?.stages ?? [],
      at = stages.findIndex((one) => one.key === until());
    return at >= 0 && props.index > at;
  };
  const ran = () => state.result?.stages.find((one) => one.key === stage().key);
  const running = () => state.run.state === "running" && state.run.stage === stage().key;
  const failed = () =>
    state.run.state === "failed" && state.run.error?.stage === stage().key ? state.run.error.message : null;
  const problem = () => stage().problem ?? failed();
  const notes = () => state.result?.notes.filter((note) => note.stage === stage().key) ?? [];
  const picture = () => {
    const id = state.thumbs[stage().key];
    return id !== undefined && id !== missing() ? `results/${id}/stages/${stage().key}.png` : null;
  };

  const last = () => (state.project?.stages.length ?? 0) - 1;
  const move = (to: number) => {
    if (to < 0 || to > last()) return;
    void edit(texts.edits.move(name()), [{ op: "move", stage: stage().key, to }]).then(() => focusCard(stage().key));
  };
  const remove = () => void edit(texts.edits.remove(name()), [{ op: "remove", stage: stage().key }]);
  const toggle = () =>
    void edit(texts.edits.off(name(), !stage().off), [{ op: "off", stage: stage().key, off: !stage().off }]);
  const show = () => {
    setAsked(null);
    props.choose();
    if (!stage().off) see(stage().key);
  };
  const controls = () => {
    setAsked(null);
    props.choose();
  };
  const key = (event: KeyboardEvent) => {
    moveFocus(event);
    if (event.altKey && event.key === "ArrowLeft") move(props.index - 1);
    else if (event.altKey && event.key === "ArrowRight") move(props.index + 1);
    else if (event.key === "Delete") remove();
    else if (event.key === "o" && !event.ctrlKey) toggle();
    else if (event.key === " ") show();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li
      class="card"
      data-stage={stage().key}
      draggable={true}
      classList={{
        chosen: chosen(),
        off: stage().off,
        beyond: beyond(),
        seen: seen(),
        dragged: props.dragged,
        broken: !!problem(),
      }}
      onDragStart={(event) => {
        event.dataTransfer!.effectAllowed = "move";
        event.dataTransfer!.setData("text/plain", name());
        props.onDrag();
      }}
    >
      <button
        type="button"
        class="card-picture"
        tabindex={-1}
        aria-hidden="true"
        title={texts.strip.see(name())}
        onClick={show}
      >
        <BlobImage
          path={picture()}
          alt=""
          onMissing={() => setMissing(state.thumbs[stage().key] ?? 0)}
          fallback={
            <span class="card-blank">
              <Icon name="layers" size={18} />
            </span>
          }
        />
        <span class="card-eye">
          <Icon name="eye" size={15} />
        </span>
        <Show when={!problem() && !stage().off && !beyond() && texts.strip.seconds(ran()?.seconds ?? 0)}>
          {(time) => <span class="card-time">{time()}</span>}
        </Show>
        <Show when={stage().off}>
          <span class="card-off">{texts.strip.off}</span>
        </Show>
        <Show when={running()}>
          <span class="card-progress">
            <Progress share={state.run.fraction} label={texts.strip.running(name())} />
          </span>
        </Show>
      </button>
      <button
        type="button"
        class="card-main"
        data-card=""
        aria-pressed={chosen()}
        title={texts.strip.controls(name())}
        aria-label={`${texts.strip.stage(name(), props.index + 1)}${problem() ? `: ${plain(problem()!)}` : ""}`}
        onClick={controls}
        onKeyDown={key}
      >
        <span class="card-name">
          <strong class="cut">{name()}</strong>
        </span>
      </button>
      <Show when={problem()}>
        {(text) => (
          <Popover
            label={plain(text())}
            buttonClass="mark bad"
            button={<Icon name="note" size={13} />}
            class="note-text"
            above
          >
            {() => (
              <p class="fault">
                <Said text={text()} />
              </p>
            )}
          </Popover>
        )}
      </Show>
      <Show when={!problem() && notes().length}>
        <Popover
          label={texts.strip.notes(notes().length)}
          buttonClass="mark warn"
          button={<Icon name="note" size={13} />}
          class="note-text"
          above
        >
          {() => (
            <ul>
              <For each={notes()}>
                {(note) => (
                  <li>
                    <Said text={note.text} />
                  </li>
                )}
              </For>
            </ul>
          )}
        </Popover>
      </Show>
      <span class="card-more">
        <Popover
          label={texts.strip.more(name())}
          buttonClass="button plain icon tiny"
          button={<Icon name="more" size={14} />}
          class="menu"
          role="menu"
          above
        >
          {(close) => (
            <div onKeyDown={moveInMenu}>
              <For
                each={
                  [
                    {
                      text: texts.strip.see(name()),
                      icon: "eye",
                      why: stage().off ? texts.strip.off : null,
                      hint: "Space",
                      act: show,
                    },
                    {
                      text: stage().off ? texts.strip.switchOn : texts.strip.switchOff,
                      icon: "off",
                      hint: "O",
                      act: toggle,
                    },
                    {
                      text: texts.strip.left,
                      icon: "left",
                      hint: "Alt ←",
                      why: props.index === 0 ? " " : null,
                      act: () => move(props.index - 1),
                    },
                    {
                      text: texts.strip.right,
                      icon: "right",
                      hint: "Alt →",
                      why: props.index === last() ? " " : null,
                      act: () => move(props.index + 1),
                    },
                    { text: texts.strip.remove, icon: "cross", hint: "Del", danger: true, act: remove },
                  ] as const
                }
              >
                {(line, at) => <MenuItem line={line} first={at() === 0} close={close} />}
              </For>
            </div>
          )}
        </Popover>
      </span>
    </li>
  );
}
