// SPDX-License-Identifier: MIT
/* Lines that come and go: a refusal, a change on disk, a lost connection. */
import { createEffect, onCleanup, Show } from "solid-js";
import { forgetDisk, forgive, state } from "../../state/store";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { Said } from "../kit/said";

const readingTime = 8000; // ms

export function Messages() {
  createEffect(() => {
    if (!state.trouble) return;
    const timer = setTimeout(forgive, readingTime);
    onCleanup(() => clearTimeout(timer));
  });
  createEffect(() => {
    if (!state.disk) return;
    const timer = setTimeout(forgetDisk, 2 * readingTime);
    onCleanup(() => clearTimeout(timer));
  });
  const dismiss = (act: () => void) => (
    <button
      type="button"
      class="button plain icon tiny"
      aria-label={texts.page.dismiss}
      title={texts.page.dismiss}
      onClick={act}
    >
      <Icon name="cross" size={12} />
    </button>
  );
  return (
    <div class="messages">
      <Show when={state.lost && state.about}>
        <div class="message floating lost" role="alert">
          <span class="waiter small spin" />
          <span>
            <strong>{texts.page.lost}</strong> <span class="quiet">{texts.page.lostHow}</span>
          </span>
        </div>
      </Show>
      <Show when={state.disk}>
        {(text) => (
          <div class="message floating" role="status">
            <Icon name="file" />
            <span>{texts.page.disk(text())}</span>
            {dismiss(forgetDisk)}
          </div>
        )}
      </Show>
      <Show when={state.trouble}>
        {(trouble) => (
          <div class="message floating bad" role="alert">
            <Icon name="note" />
            <span>
              <Said text={trouble().text} />
            </span>
            {dismiss(forgive)}
          </div>
        )}
      </Show>
    </div>
  );
}
