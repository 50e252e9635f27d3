// SPDX-License-Identifier: MIT
/* The menu of a stage. */
import { For } from "solid-js";
import type { Stage } from "../../state/protocol";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { MenuItem, moveInMenu, type MenuLine } from "../kit/menu";
import { Popover } from "../kit/popover";
import { lastIndex, moveTo, remove, show, toggle } from "./acts";

export function CardMenu(props: { stage: Stage; index: number }) {
  const words = texts.strip;
  const lines = (): MenuLine[] => {
    const { stage, index } = props;
    return [
      {
        text: words.see(stage.name),
        icon: "eye",
        why: stage.off ? words.off : null,
        hint: "Space",
        act: () => show(stage),
      },
      { text: stage.off ? words.switchOn : words.switchOff, icon: "off", hint: "O", act: () => toggle(stage) },
      {
        text: words.left,
        icon: "left",
        hint: "Alt ←",
        why: index === 0 ? " " : null,
        act: () => moveTo(stage, index - 1),
      },
      {
        text: words.right,
        icon: "right",
        hint: "Alt →",
        why: index === lastIndex() ? " " : null,
        act: () => moveTo(stage, index + 1),
      },
      { text: words.remove, icon: "cross", hint: "Del", danger: true, act: () => remove(stage) },
    ];
  };
  return (
    <span class="card-more">
      <Popover
        label={words.more(props.stage.name)}
        buttonClass="button plain icon tiny"
        button={<Icon name="more" size={14} />}
        class="menu"
        role="menu"
        above
      >
        {(close) => (
          <div onKeyDown={moveInMenu}>
            <For each={lines()}>{(line, at) => <MenuItem line={line} first={at() === 0} close={close} />}</For>
          </div>
        )}
      </Popover>
    </span>
  );
}
