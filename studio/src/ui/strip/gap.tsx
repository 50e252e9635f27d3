// SPDX-License-Identifier: MIT
/* Between two stages: where a dragged one would go, and a menu of those that can stand here, and why others cannot. */
import { createMemo, createResource, createSignal, For, Show } from "solid-js";
import { api } from "../../state/api";
import { edit, select, state } from "../../state/store";
import type { StageInfo } from "../../state/protocol";
import { setAsked, setSide } from "../../state/page";
import { texts } from "../../texts";
import { Icon } from "../kit/icons";
import { MenuItem, moveInMenu } from "../kit/menu";
import { Said } from "../kit/said";
import { Popover } from "../kit/popover";

interface Props {
  index: number;
  target: boolean;
  problem: string | null;
  dragging: boolean;
  last?: boolean;
}

const together = 4; // requests at once

type Found = Map<string, string | null>;

/* Of every stage, whether it can stand at an index. */
async function problemsAt(index: number): Promise<Found> {
  const infos = state.about?.stages ?? [];
  const found: Found = new Map();
  for (let k = 0; k < infos.length; k += together)
    await Promise.all(
      infos.slice(k, k + together).map(async ({ name }) => {
        const places = await api.places({ name }).catch(() => []);
        found.set(name, places.find((place) => place.index === index)?.problem ?? null);
      }),
    );
  return found;
}

/* A value that the stage itself still lacks, as a folder of `load`, is set once it stands there. */
const isValue = (name: string, problem: string) => problem.startsWith(`${name}.`);

/* What a stage lacks, in words: layers have names of their own, which nobody knows who has not read the reference. */
function inWords(problem: string): string {
  return problem.replace(/(needs `(\w+)`)/, (whole: string, _: string, name: string) => {
    const isStage = state.about?.stages.some((stage) => stage.name === name);
    const help = isStage ? undefined : state.about?.layers.find((layer) => layer.name === name)?.help;
    return help ? `${whole} (${help.charAt(0).toLowerCase()}${help.slice(1).replace(/\.$/, "")})` : whole;
  });
}

function Choice(props: { index: number; close: () => void }) {
  const [words, setWords] = createSignal("");
  const [found] = createResource(
    () => ({ index: props.index, revision: state.project?.revision }),
    ({ index }) => problemsAt(index),
  );
  const matching = createMemo(() =>
    (state.about?.stages ?? []).filter((info) =>
      `${info.name} ${info.summary}`.toLowerCase().includes(words().toLowerCase()),
    ),
  );
  const problem = ({ name }: StageInfo) => found.latest?.get(name) ?? null;
  const refused = (info: StageInfo) => problem(info) !== null && !isValue(info.name, problem(info)!);
  const good = () => matching().filter((info) => !refused(info));
  const bad = () => matching().filter(refused);
  const insert = (info: StageInfo) => {
    const index = props.index; // the gap itself moves when the stage is there
    void edit(texts.edits.insert(info.name), [{ op: "insert", index, name: info.name }]).then(() => {
      setAsked(null);
      setSide("open");
      select(state.project?.stages[index]?.key ?? null);
    });
  };
  return (
    <div onKeyDown={moveInMenu}>
      <input
        class="entry"
        type="search"
        placeholder={texts.strip.find}
        aria-label={texts.strip.find}
        data-first=""
        onInput={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            if (good()[0]) {
              props.close();
              insert(good()[0]!);
            }
          }
        }}
      />
      <div class="stage-menu">
        <For each={good()}>
          {(info) => (
            <MenuItem close={props.close} line={{ text: info.name, note: info.summary, act: () => insert(info) }} />
          )}
        </For>
        <Show when={bad().length}>
          <h3 class="menu-head">{texts.strip.cannot}</h3>
        </Show>
        <For each={bad()}>
          {(info) => (
            <MenuItem
              close={props.close}
              line={{ text: info.name, why: inWords(problem(info)!), act: () => {} }}
            />
          )}
        </For>
        <Show when={matching().length === 0}>
          <p class="quiet padded">{texts.strip.notFound}</p>
        </Show>
      </div>
    </div>
  );
}

export function Gap(props: Props) {
  return (
    <li
      class="gap"
      classList={{
        target: props.target,
        last: props.last ?? false,
        dragging: props.dragging,
        wrong: props.problem !== null,
      }}
    >
      <Popover
        label={texts.strip.insert}
        buttonClass="gap-button"
        class="menu insert"
        role="menu"
        above
        button={<Icon name="plus" size={props.last ? 16 : 12} />}
      >
        {(close) => <Choice index={props.index} close={close} />}
      </Popover>
      <Show when={props.target && props.problem}>
        <span class="gap-why chip">
          <Said text={props.problem} />
        </span>
      </Show>
    </li>
  );
}
