// SPDX-License-Identifier: MIT
/* A window over the page. Escape and a press beside it close it. */
import { onCleanup, onMount, type JSX } from "solid-js";
import { texts } from "../../texts";
import { Icon } from "./icons";

export function Dialog(props: {
  title: string;
  class?: string;
  close: () => void;
  children: JSX.Element;
  foot?: JSX.Element;
}) {
  let element!: HTMLDialogElement,
    gone = false;
  // Closed, and not only taken away: the focus goes back to where it was.
  onCleanup(() => {
    gone = true;
    element.close();
  });
  onMount(() => {
    element.showModal();
    (element.querySelector("[data-first]") as HTMLElement | null)?.focus();
  });
  const pressed = (event: MouseEvent) => {
    if (event.target === element) props.close();
  };
  return (
    <dialog
      ref={element}
      class={`dialog floating ${props.class ?? ""}`}
      aria-label={props.title}
      onClose={() => gone || props.close()}
      onMouseDown={pressed}
    >
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 class="grow">{props.title}</h2>
          <button
            type="button"
            class="button plain icon"
            aria-label={texts.close}
            title={texts.close}
            onClick={() => props.close()}
          >
            <Icon name="cross" />
          </button>
        </header>
        <div class="dialog-body">{props.children}</div>
        {props.foot && <footer class="dialog-foot">{props.foot}</footer>}
      </div>
    </dialog>
  );
}
