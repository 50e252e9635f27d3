// SPDX-License-Identifier: MIT
/* The whole page: no key, where one begins, or the workplace; and what may lie over it. */
import { createEffect, Match, on, onCleanup, onMount, Show, Switch } from "solid-js";
import "./kit/kit.css";
import "./layout.css";
import "./controls/controls.css";
import "./strip/strip.css";
import "./picture/picture.css";
import "./over/over.css";
import "./start/start.css";
import { mode, noteRecent, openWindow, setMode, setAsked, setBefore, side, strip, window_, asked } from "../state/page";
import { select, selected, stageOf, start, state } from "../state/store";
import { texts } from "../texts";
import { activeTool, putAllAway } from "../tools";
import { pressKey, see } from "./actions";
import { Build } from "./build/build";
import { Sheet } from "./compare/sheet";
import { Icon } from "./kit/icons";
import { Hints } from "./over/hints";
import { Keys } from "./over/keys";
import { Messages } from "./over/messages";
import { Palette } from "./over/palette";
import { RecipeText } from "./over/recipe";
import { Panel } from "./panel/panel";
import { Picture } from "./picture/picture";
import { DropPlace } from "./start/drop";
import { Start } from "./start/start";
import { Strip } from "./strip/strip";
import { TopBar } from "./top/top-bar";

function Refused() {
  return (
    <main class="whole-page" role="alert">
      <Icon name="lock" size={28} />
      <h1>{texts.page.refusedTitle}</h1>
      <p>{texts.page.refused}</p>
      <p>
        <code>{texts.page.refusedHow}</code>
      </p>
      <Show when={state.unsent.length}>
        <p>{texts.page.unsent(state.unsent)}</p>
      </Show>
    </main>
  );
}

function Workplace() {
  // Something is always chosen: what was chosen may be gone after an undo or on another page.
  createEffect(() => {
    const key = selected();
    if (key === "frame" || stageOf(key)) return;
    select(state.project?.stages[0]?.key ?? "frame");
  });
  return (
    <div class="workplace" classList={{ "side-folded": side() === "folded", "strip-folded": strip() === "folded" }}>
      <TopBar />
      <Picture />
      <Show when={side() === "open"}>
        <Panel />
      </Show>
      <Strip />
    </div>
  );
}

function Windows() {
  return (
    <Switch>
      <Match when={window_() === "build"}>
        <Build />
      </Match>
      <Match when={window_() === "sheet"}>
        <Sheet />
      </Match>
      <Match when={window_() === "keys"}>
        <Keys />
      </Match>
      <Match when={window_() === "palette"}>
        <Palette />
      </Match>
      <Match when={window_() === "recipe"}>
        <RecipeText />
      </Match>
    </Switch>
  );
}

export function App() {
  onMount(() => {
    void start();
    const key = (event: KeyboardEvent) => {
      const alone = event.key === "Escape" && !event.defaultPrevented && !document.querySelector(":popover-open");
      const free = alone && !window_() && !activeTool();
      if (alone && window_() === "start" && state.project?.open) openWindow(null);
      else if (free && mode() === "fly") setMode("orbit");
      else if (free && asked()) setAsked(null);
      else if (free && state.project?.view.until) see(null);
      else pressKey(event);
    };
    addEventListener("keydown", key);
    onCleanup(() => removeEventListener("keydown", key));
  });
  createEffect(
    on(
      () => state.project?.folder,
      (folder) => {
        if (folder && state.project?.open) noteRecent(state.project.name, folder);
        document.title = state.project?.open ? `${state.project.name} · ${texts.name}` : texts.name;
      },
    ),
  );
  // Another project, from here or from another page: nothing of the old one stays.
  createEffect(
    on(
      () => state.project?.folder,
      () => {
        setBefore(null);
        setAsked(null);
        putAllAway();
      },
      { defer: true },
    ),
  );
  const begins = () => !state.project?.open || window_() === "start";
  createEffect(() => {
    if (!state.project?.open && window_() && window_() !== "start") openWindow(null);
  });
  return (
    <>
      <Switch
        fallback={
          <main class="whole-page" role="status">
            <span class="waiter spin" />
            <p class="quiet">{texts.page.loading}</p>
          </main>
        }
      >
        <Match when={state.refused}>
          <Refused />
        </Match>
        <Match when={state.about && state.project && begins()}>
          <Start />
        </Match>
        <Match when={state.about && state.project}>
          <Workplace />
          <Windows />
          <Hints />
        </Match>
      </Switch>
      <Show when={!state.refused}>
        <DropPlace />
      </Show>
      <Messages />
    </>
  );
}
