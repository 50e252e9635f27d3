// SPDX-License-Identifier: MIT
/* Before and after, and the sheet of pictures. */
import { For, Show } from "solid-js";
import { before, land, openWindow, setBefore } from "../../state/page";
import { texts } from "../../texts";
import { holdBefore } from "../actions";
import { Icon } from "../kit/icons";
import { MenuItem, moveInMenu, type MenuLine } from "../kit/menu";
import { Popover } from "../kit/popover";

export function CompareMenu() {
  const lines = (): MenuLine[] => [
    ...(before()
      ? [
          {
            text: texts.compare.release,
            icon: "cross" as const,
            hint: "H",
            act: () => {
              setBefore(null);
            },
          },
          { text: texts.compare.renew, icon: "compare" as const, act: holdBefore },
        ]
      : [
          {
            text: texts.compare.hold,
            icon: "compare" as const,
            hint: "H",
            note: texts.compare.holdHelp,
            why: land() ? null : " ",
            act: holdBefore,
          },
        ]),
    {
      text: texts.compare.sheet,
      icon: "grid",
      hint: "Ctrl J",
      note: texts.compare.sheetHelp,
      act: () => openWindow("sheet"),
    },
  ];
  return (
    <Popover
      label={texts.top.compare}
      buttonClass="button plain"
      class="menu"
      role="menu"
      align="end"
      button={
        <>
          <Icon name="compare" />
          {texts.top.compare}
          <Show when={before()}>
            <span class="dot" />
          </Show>
        </>
      }
    >
      {(close) => (
        <div onKeyDown={moveInMenu}>
          <For each={lines()}>{(line, at) => <MenuItem line={line} first={at() === 0} close={close} />}</For>
        </div>
      )}
    </Popover>
  );
}
