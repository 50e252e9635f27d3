// SPDX-License-Identifier: MIT
/* Lines of a menu inside a popover: arrows move, Enter takes. */
import { Show } from "solid-js";
import { Icon, type IconName } from "./icons";
import { Said } from "./said";

export interface MenuLine {
  text: string;
  icon?: IconName;
  hint?: string; // keys, or a word on the right
  why?: string | null; // why it cannot be: shown, and the line is off
  note?: string; // a line under it
  danger?: boolean;
  act: () => void;
}

export function moveInMenu(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (!step) return;
  const lines = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=menuitem]")];
  const at = lines.indexOf(document.activeElement as HTMLElement);
  lines[(at + step + lines.length) % lines.length]?.focus();
  event.preventDefault();
}

export function MenuItem(props: { line: MenuLine; first?: boolean; close: () => void }) {
  const off = () => !!props.line.why;
  const take = () => {
    if (off()) return;
    props.close();
    props.line.act();
  };
  return (
    <button
      type="button"
      role="menuitem"
      class="line"
      classList={{ danger: props.line.danger ?? false }}
      aria-disabled={off()}
      onClick={take}
      data-first={props.first ? "" : undefined}
    >
      <span class="line-icon">
        <Show when={props.line.icon}>{(name) => <Icon name={name()} size={14} />}</Show>
      </span>
      <span class="grow">
        <span class="line-text">{props.line.text}</span>
        <Show when={props.line.why?.trim() || props.line.note}>
          {(text) => (
            <span class="line-why">
              <Said text={text()} />
            </span>
          )}
        </Show>
      </span>
      <Show when={props.line.hint}>
        <span class="quiet">{props.line.hint}</span>
      </Show>
    </button>
  );
}
