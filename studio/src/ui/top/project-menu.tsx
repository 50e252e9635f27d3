// SPDX-License-Identifier: MIT
/* The project's name, whether all is saved, and what can be done with it as a whole. */
import { For, Show } from "solid-js";
import { openWindow } from "../../state/page";
import { state } from "../../state/store";
import { texts } from "../../texts";
import { savePicture } from "../actions";
import { Icon } from "../kit/icons";
import { MenuItem, moveInMenu } from "../kit/menu";
import { Popover } from "../kit/popover";

export function ProjectMenu() {
  const saving = () => state.pending > 0 || state.lost;
  return (
    <>
      <Popover
        label={`${texts.top.project}: ${state.project?.name ?? ""}`}
        buttonClass="button plain project"
        class="menu"
        role="menu"
        title={state.project?.folder ?? ""}
        button={
          <>
            <span class="logo">
              <Icon name="drop" size={15} />
            </span>
            <strong class="cut">{state.project?.name}</strong>
            <Icon name="down" size={12} />
          </>
        }
      >
        {(close) => (
          <div onKeyDown={moveInMenu}>
            <p class="quiet menu-path">{state.project?.folder}</p>
            <div class="menu-rule" />
            <For
              each={
                [
                  { text: texts.top.newProject, icon: "plus", act: () => openWindow("start") },
                  { text: texts.top.recipeText, icon: "text", act: () => openWindow("recipe") },
                  { text: texts.build.picture, icon: "picture", hint: "Ctrl P", act: () => void savePicture() },
                  { text: texts.actions.build, icon: "build", hint: "Ctrl B", act: () => openWindow("build") },
                ] as const
              }
            >
              {(line, at) => <MenuItem line={line} first={at() === 0} close={close} />}
            </For>
          </div>
        )}
      </Popover>
      <span class="saved quiet" role="status" title={texts.top.savedTip(state.project?.folder ?? "")}>
        <Show when={!saving()} fallback={<>{texts.top.saving}</>}>
          <Icon name="check" size={12} />
          {texts.top.saved}
        </Show>
      </span>
    </>
  );
}
