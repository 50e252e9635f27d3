// SPDX-License-Identifier: MIT
/* The sheet of keys. */
import { For, type JSX } from "solid-js";
import { openWindow } from "../../state/page";
import { texts } from "../../texts";
import { keyActions } from "../actions";
import { Dialog } from "../kit/dialog";

function Group(props: { title: string; rows: (readonly string[])[]; children?: JSX.Element }) {
  return (
    <section>
      <h3>{props.title}</h3>
      <dl class="keys">
        <For each={props.rows}>
          {([keys, text]) => (
            <>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{text}</dd>
            </>
          )}
        </For>
      </dl>
      {props.children}
    </section>
  );
}

const drawing = [texts.tools.select, ...Object.values(texts.tools.tool)].map(({ key, name }) => [key, name]);

export function Keys() {
  return (
    <Dialog title={texts.keys.title} class="wide keys-sheet" close={() => openWindow(null)}>
      <div class="key-columns">
        <Group
          title={texts.keys.everywhere}
          rows={keyActions.filter((action) => action.keys).map((action) => [action.keys!, action.text])}
        />
        <Group title={texts.tools.bar} rows={[...drawing, ...texts.keys.drawing]} />
        <div>
          <Group title={texts.keys.stripTitle} rows={texts.keys.strip} />
          <Group title={texts.keys.pictureTitle} rows={texts.keys.picture} />
          <Group title={texts.keys.entryTitle} rows={texts.keys.entry} />
        </div>
      </div>
    </Dialog>
  );
}
