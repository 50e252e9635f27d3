// SPDX-License-Identifier: MIT
/* Find anything: stages, parameters of all stages, things to do. */
import { createMemo, createSignal, For, onCleanup, onMount } from "solid-js";
import { openWindow, seek, setAsked, setSide } from "../../state/page";
import { edit, select, state } from "../../state/store";
import { texts } from "../../texts";
import { actions } from "../actions";
import { plain } from "../kit/said";
import { words } from "../controls/units";

interface Found {
  text: string;
  note: string;
  word: string;
  act: () => void;
}

function show(stage: string, param?: string): void {
  setAsked(null);
  setSide("open");
  select(stage);
  if (param) queueMicrotask(() => seek({ stage, param }));
}

function everything(): Found[] {
  const project = state.project,
    about = state.about;
  if (!project || !about) return [];
  const tables = [
    { key: "frame", name: texts.strip.frame, info: about.frame },
    ...project.stages.map((stage) => ({
      key: stage.key,
      name: stage.name,
      info: about.stages.find((one) => one.name === stage.name),
    })),
  ];
  const stages = tables.map(({ key, name, info }) => ({
    text: name,
    note: info?.summary ?? "",
    word: texts.palette.stage,
    act: () => show(key),
  }));
  const params = tables.flatMap(({ key, name, info }) =>
    (info?.params ?? []).map((param) => ({
      text: words(param.name),
      note: param.help,
      word: texts.palette.parameter(name),
      act: () => show(key, param.name),
    })),
  );
  const doing = actions().map((action) => ({
    text: action.text,
    note: "",
    word: action.keys ?? texts.palette.action,
    act: action.act,
  }));
  const inserts = about.stages.map((info) => ({
    text: texts.palette.insert(info.name),
    note: info.summary,
    word: texts.palette.action,
    act: () =>
      void edit(texts.edits.insert(info.name), [{ op: "insert", index: project.stages.length, name: info.name }]).then(
        () => select(state.project?.stages.at(-1)?.key ?? null),
      ),
  }));
  return [...doing, ...stages, ...params, ...inserts];
}

/* How well a thing answers the words: all of them must be there, best at the beginning of its name. */
function rank(found: Found, asked: string[]): number {
  const text = found.text.toLowerCase(),
    rest = `${found.word} ${found.note}`.toLowerCase();
  let sum = 0;
  for (const word of asked) {
    const at = text.indexOf(word);
    if (at === 0) sum += 8;
    else if (at > 0) sum += text[at - 1] === " " ? 5 : 3;
    else if (rest.includes(word)) sum += 1;
    else return 0;
  }
  return sum + 1 / (1 + text.length);
}

const most = 40;

export function Palette() {
  const [text, setText] = createSignal("");
  const [at, setAt] = createSignal(0);
  let dialog!: HTMLDialogElement, list!: HTMLUListElement;
  const all = createMemo(everything);
  const found = createMemo(() => {
    const asked = text().toLowerCase().split(/\s+/).filter(Boolean);
    if (asked.length === 0) return all().slice(0, most);
    return all()
      .map((one) => ({ one, score: rank(one, asked) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ one }) => one);
  });
  let gone = false;
  onMount(() => dialog.showModal());
  onCleanup(() => {
    gone = true;
    dialog.close(); // the focus goes back to where it was
  });
  const take = (one: Found | undefined) => {
    if (!one) return;
    openWindow(null);
    one.act();
  };
  const key = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by) {
      event.preventDefault();
      setAt((at() + by + found().length) % Math.max(1, found().length));
      list.children[at()]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      take(found()[at()]);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="dialog palette floating"
      aria-label={texts.palette.title}
      onClose={() => gone || openWindow(null)}
      onMouseDown={(event) => {
        if (event.target === dialog) openWindow(null);
      }}
    >
      <input
        class="palette-entry"
        type="text"
        autocomplete="off"
        spellcheck={false}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`palette-${at()}`}
        placeholder={texts.palette.placeholder}
        aria-label={texts.palette.title}
        autofocus
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={key}
      />
      <ul ref={list} id="palette-list" class="palette-list" role="listbox" aria-label={texts.palette.title}>
        <For each={found()} fallback={<li class="quiet padded">{texts.palette.nothing}</li>}>
          {(one, k) => (
            <li
              id={`palette-${k()}`}
              role="option"
              aria-selected={k() === at()}
              class="line"
              classList={{ at: k() === at() }}
              onPointerMove={() => setAt(k())}
              onClick={() => take(one)}
            >
              <span class="palette-text">{one.text}</span>
              <span class="grow cut quiet">{plain(one.note)}</span>
              <span class="quiet nowrap">{one.word}</span>
            </li>
          )}
        </For>
      </ul>
    </dialog>
  );
}
