// SPDX-License-Identifier: MIT
/* A button and what it opens: a panel beside it that goes when one presses elsewhere or Escape. */
import { createSignal, createUniqueId, Show, type JSX } from "solid-js";

interface Props {
  label: string; // what the button does, for those who do not see it, and as a tip
  button: JSX.Element;
  buttonClass?: string;
  class?: string;
  title?: string;
  disabled?: boolean;
  role?: "menu" | "dialog";
  above?: boolean;
  align?: "start" | "end";
  onOpen?: () => void;
  children: (close: () => void) => JSX.Element;
}

function place(panel: HTMLElement, button: HTMLElement, above: boolean, end: boolean): void {
  const from = button.getBoundingClientRect(),
    size = panel.getBoundingClientRect(),
    gap = 6;
  const left = end ? from.right - size.width : from.left;
  const below = from.bottom + gap,
    over = from.top - gap - size.height;
  const top = above ? (over > 8 ? over : below) : below + size.height < innerHeight - 8 || over < 8 ? below : over;
  panel.style.left = `${Math.max(8, Math.min(left, innerWidth - size.width - 8))}px`;
  panel.style.top = `${Math.max(8, Math.min(top, innerHeight - size.height - 8))}px`;
}

export function Popover(props: Props) {
  const id = createUniqueId();
  const [open, setOpen] = createSignal(false);
  let button!: HTMLButtonElement, panel!: HTMLDivElement;
  const toggled = (event: Event) => {
    const now = (event as ToggleEvent).newState === "open";
    setOpen(now);
    if (!now) return;
    props.onOpen?.();
    place(panel, button, props.above ?? false, props.align === "end");
    // What is asked for while it opens can make it larger.
    const watch = new ResizeObserver(() =>
      panel.matches(":popover-open")
        ? place(panel, button, props.above ?? false, props.align === "end")
        : watch.disconnect(),
    );
    watch.observe(panel);
    (panel.querySelector("[data-first]") as HTMLElement | null)?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={props.buttonClass ?? "button plain icon"}
        aria-label={props.label}
        title={props.title ?? props.label}
        aria-expanded={open()}
        aria-haspopup={props.role ?? "dialog"}
        disabled={props.disabled}
        popovertarget={id}
      >
        {props.button}
      </button>
      <div
        ref={(element) => {
          panel = element;
          element.popover = "auto";
        }}
        id={id}
        class={`popover floating ${props.class ?? ""}`}
        role={props.role ?? "dialog"}
        aria-label={props.label}
        on:toggle={toggled}
      >
        <Show when={open()}>{props.children(() => panel.hidePopover())}</Show>
      </div>
    </>
  );
}
