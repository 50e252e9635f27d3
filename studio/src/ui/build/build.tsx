// SPDX-License-Identifier: MIT
/* Build and take away: the whole land at any size into a folder, and files of the land as it is shown. */
import { createSignal, For, Match, Show, Switch } from "solid-js";
import { api } from "../../state/api";
import { openWindow } from "../../state/page";
import { complain, state } from "../../state/store";
import { texts } from "../../texts";
import { save, savePicture } from "../actions";
import { withUnit } from "../controls/units";
import { frameWidth } from "../controls/target";
import { Dialog } from "../kit/dialog";
import { Icon } from "../kit/icons";
import { Progress } from "../kit/progress";
import { HandoverOptions, handoverFault, handoverWish, profile, ProgramChoice } from "./handover";

const [lastName, setLastName] = createSignal("final");
const [begun, setJob] = createSignal<number | null>(null);

/* The build that was begun here, or, after a reload, the newest that the program tells of. */
export function job(): number | null {
  const builds = Object.values(state.jobs)
    .filter((one) => one.kind === "build")
    .map((one) => one.job);
  return begun() ?? (builds.length ? Math.max(...builds) : null);
}

/* The share of a build that is under way, null: none is. */
export function buildShare(): number | null {
  const now = state.jobs[job() ?? -1];
  return now && (now.state === "running" || now.state === "waiting") ? now.fraction : null;
}

const sizes = [512, 1024, 2048, 4096, 8192];

function Downloads() {
  const [busy, setBusy] = createSignal(false);
  const [file, setFile] = createSignal(
    state.about?.files.find((one) => one.endsWith(".glb")) ?? state.about?.files[0] ?? "",
  );
  const take = async (file: string) => {
    setBusy(true);
    try {
      save(await api.blob(`results/${state.result!.id}/files/${file}`), `${state.project!.name}-${file}`);
    } catch (why) {
      complain(why);
    }
    setBusy(false);
  };
  return (
    <section class="downloads">
      <h3>{texts.build.download}</h3>
      <div class="files">
        <button type="button" class="button" onClick={() => void savePicture()}>
          <Icon name="picture" size={14} />
          {texts.build.picture}
        </button>
        <span class="grow" />
        <select class="entry" aria-label={texts.build.file} onChange={(event) => setFile(event.currentTarget.value)}>
          <For each={state.about?.files ?? []}>
            {(one) => (
              <option value={one} selected={one === file()}>
                {one}
              </option>
            )}
          </For>
        </select>
        <button type="button" class="button" disabled={!state.result || busy()} onClick={() => void take(file())}>
          <Icon name={busy() ? "clock" : "build"} size={14} />
          {texts.build.take}
        </button>
      </div>
    </section>
  );
}

function Progressing(props: { job: number }) {
  const now = () => state.jobs[props.job];
  const word = () =>
    !now() || now()!.state === "waiting"
      ? texts.build.waiting
      : now()!.phase === "write"
        ? texts.build.writing
        : texts.build.running(now()!.stage);
  const [copied, setCopied] = createSignal(false);
  const copy = () => void navigator.clipboard?.writeText(now()?.folder ?? "").then(() => setCopied(true), complain);
  return (
    <section class="build-job" aria-live="polite">
      <Switch
        fallback={
          <>
            <div class="row">
              <span class="grow">{word()}</span>
              <button type="button" class="button" onClick={() => void api.cancelJob(props.job).catch(complain)}>
                {texts.build.stop}
              </button>
            </div>
            <Progress share={now()?.fraction ?? 0} label={texts.build.title} />
          </>
        }
      >
        <Match when={now()?.state === "done"}>
          <p class="row good">
            <Icon name="check" />
            {texts.build.done}
          </p>
          <p class="quiet">{texts.build.folder}</p>
          <p class="row">
            <code class="grow path">{now()!.folder}</code>
            <button type="button" class="button" onClick={copy}>
              {copied() ? texts.build.copied : texts.build.copy}
            </button>
          </p>
          <p class="quiet files-made">{(now()!.files ?? []).join(" · ")}</p>
          <Show when={now()!.told?.length}>
            <p class="quiet">{texts.handover.told}</p>
            <pre class="told">{now()!.told!.join("\n")}</pre>
          </Show>
        </Match>
        <Match when={now()?.state === "failed"}>
          <p class="notice bad">{now()!.error?.message ?? texts.build.failed}</p>
        </Match>
        <Match when={now()?.state === "cancelled"}>
          <p class="quiet">{texts.build.cancelled}</p>
        </Match>
      </Switch>
    </section>
  );
}

/* A name that no build has yet: "final", then "final-2", and so on. */
function freshName(last: string): string {
  const taken = new Set([...(state.project?.builds ?? []), ...madeNames()]);
  const stem = last.replace(/-\d+$/, "");
  let name = last;
  for (let n = 2; taken.has(name); n++) name = `${stem}-${n}`;
  return name;
}

/* Of builds that the program tells of, the one under way among them; those that came to nothing left no folder. */
const madeNames = () =>
  Object.values(state.jobs).flatMap((one) =>
    one.folder && one.state !== "cancelled" && one.state !== "failed" ? [one.folder.split("/").at(-1)!] : [],
  );

/* Of the land's own files: how many cells, and which. */
function OwnFiles(props: {
  size: number;
  setSize: (size: number) => void;
  without: ReadonlySet<string>;
  toggle: (file: string) => void;
}) {
  /* Rows to columns, as the land in view has them: a map brings its own. */
  const shape = () => (state.result ? state.result.frame.rows / state.result.frame.cols : 1);
  const choices = () =>
    [...new Set([...sizes, props.size])].filter((one) => one <= (state.about?.limits.size ?? 8192)).sort((a, b) => a - b);
  return (
    <>
        <label for="build-size">{texts.build.size}</label>
        <span class="row">
          <select id="build-size" class="entry" onChange={(event) => props.setSize(Number(event.currentTarget.value))}>
            <For each={choices()}>
              {(one) => (
                <option value={one} selected={one === props.size}>
                  {texts.build.cells(one, Math.round(one * shape()))}
                </option>
              )}
            </For>
          </select>
          <span class="quiet nowrap">{texts.build.cellSize(withUnit(frameWidth() / props.size, "m", 3))}</span>
        </span>
        <span class="label">{texts.build.files}</span>
        <details class="file-choice">
          <summary>
            {texts.build.chosen((state.about?.files.length ?? 0) - props.without.size, state.about?.files.length ?? 0)}
          </summary>
          <div class="file-ticks">
            <For each={state.about?.files ?? []}>
              {(file) => (
                <label class="tick">
                  <input
                    type="checkbox"
                    checked={!props.without.has(file)}
                    disabled={file === "recipe.yaml" || file === "landscape.json"}
                    onChange={() => props.toggle(file)}
                  />
                  {file}
                </label>
              )}
            </For>
          </div>
        </details>
    </>
  );
}

export function Build() {
  const [chosen, setName] = createSignal<string | null>(null);
  const name = () => chosen() ?? (running() ? lastName() : freshName(profile()?.name ?? lastName()));
  const [size, setSize] = createSignal(Number(state.project?.frame["size"] ?? 1024));
  const [without, setWithout] = createSignal<ReadonlySet<string>>(new Set());
  const good = () => /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/.test(name());
  const running = () => {
    const id = job();
    return id !== null && ["waiting", "running"].includes(state.jobs[id]?.state ?? "waiting");
  };
  const toggle = (file: string) => {
    const next = new Set(without());
    if (!next.delete(file)) next.add(file);
    setWithout(next);
  };
  const begin = async () => {
    try {
      const wish = profile() ? handoverWish() : { size: size(), without: [...without()] };
      const given = name();
      setJob((await api.build({ name: given, ...wish })).job);
      if (!profile()) setLastName(given);
      setName(null);
    } catch (why) {
      complain(why);
    }
  };
  return (
    <Dialog
      title={texts.build.title}
      class="build"
      close={() => openWindow(null)}
      foot={
        <button type="button" class="button main" disabled={!good() || running() || !!handoverFault()} onClick={() => void begin()}>
          {job() !== null && !running() ? texts.build.again : texts.build.start}
        </button>
      }
    >
      <div class="labelled">
        <label for="build-name">{texts.build.name}</label>
        <span>
          <input
            id="build-name"
            data-first=""
            class="entry"
            classList={{ wrong: !good() }}
            value={name()}
            spellcheck={false}
            onInput={(event) => setName(event.currentTarget.value.trim())}
          />
          <Show when={!good()}>
            <span class="fault">{texts.build.badName}</span>
          </Show>
        </span>
        <ProgramChoice />
        <Show when={!profile()} fallback={<HandoverOptions />}>
          <OwnFiles size={size()} setSize={setSize} without={without()} toggle={toggle} />
        </Show>
      </div>
      <Show when={job()}>{(id) => <Progressing job={id()} />}</Show>
      <Downloads />
    </Dialog>
  );
}
