// SPDX-License-Identifier: MIT
/* The head of what was asked about: what it is, its name, lock and keep. */
import { createSignal, Show } from "solid-js";
import { complain } from "../../state/store";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";

interface Props {
  kind: string;
  name: string;
  locked: boolean;
  rename: (name: string) => Promise<unknown> | void;
  lock: () => Promise<unknown> | void;
  keep: (() => Promise<unknown> | void) | null;
}

export function AskedHead(props: Props) {
  const [busy, setBusy] = createSignal(false);
  const act = async (what: () => Promise<unknown> | void) => {
    setBusy(true);
    try {
      await what();
    } catch (why) {
      complain(why);
    }
    setBusy(false);
  };
  return (
    <header class="panel-head">
      <h3>{props.kind}</h3>
      <input
        class="entry name"
        type="text"
        aria-label={texts.ask.name}
        title={texts.ask.nameHelp}
        placeholder={texts.ask.unnamed}
        value={props.name}
        onChange={(event) => {
          const name = event.currentTarget.value.trim();
          void act(() => props.rename(name));
        }}
      />
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={busy() || props.locked}
          title={texts.ask.lockTip}
          onClick={() => void act(props.lock)}
        >
          <Icon name="lock" size={14} />
          {props.locked ? texts.ask.locked : texts.ask.lock}
        </button>
        <Show when={props.keep}>
          {(keep) => (
            <button
              type="button"
              class="button"
              disabled={busy()}
              title={texts.ask.keepTip}
              onClick={() => void act(keep())}
            >
              <Icon name="keep" size={14} />
              {texts.ask.keep}
            </button>
          )}
        </Show>
      </div>
    </header>
  );
}
