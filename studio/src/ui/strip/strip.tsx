// SPDX-License-Identifier: MIT
/* The recipe as a strip of stages: frame and seed first, then every stage with its picture and time. Stages are moved by
 * dragging or with Alt and arrows; between two there is a place to insert another. */
import { createEffect, createSignal, For, on, Show } from "solid-js";
import { api } from "../../state/api";
import { edit, selected, state } from "../../state/store";
import { texts } from "../../texts";
import { FrameCard } from "./frame-card";
import { Gap } from "./gap";
import { StageCard } from "./card";
import { StripEnd } from "./end";

export interface Drag {
  key: string;
  problems: (string | null)[];
  to: number | null;
}

/* A stage is taken out before it is put in: a gap behind its old place has an index that is one less. */
export function indexAfterMove(from: number, gap: number): number {
  return gap > from ? gap - 1 : gap;
}

export function Strip() {
  const stages = () => state.project?.stages ?? [];
  const [drag, setDrag] = createSignal<Drag | null>(null);
  let list!: HTMLOListElement;

  const begin = (key: string) => {
    setDrag({ key, problems: [], to: null });
    void api.places({ stage: key }).then(
      (places) => {
        const problems: (string | null)[] = [];
        for (const { index, problem } of places) problems[index] = problem;
        setDrag((now) => (now?.key === key ? { ...now, problems } : now));
      },
      () => {},
    );
  };
  const over = (event: DragEvent) => {
    const now = drag();
    if (!now) return;
    event.preventDefault();
    const cards = [...list.querySelectorAll<HTMLElement>("[data-stage]")];
    const to = cards.filter((card) => {
      const box = card.getBoundingClientRect();
      return box.left + box.width / 2 < event.clientX;
    }).length;
    if (to !== now.to) setDrag({ ...now, to });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const now = drag();
    setDrag(null);
    if (!now || now.to === null) return;
    const from = stages().findIndex((stage) => stage.key === now.key),
      to = indexAfterMove(from, now.to);
    if (from >= 0 && to !== from)
      void edit(texts.edits.move(stages()[from]!.name), [{ op: "move", stage: now.key, to }]);
  };
  const gapProblem = (gap: number) => {
    const now = drag(),
      from = stages().findIndex((stage) => stage.key === now?.key);
    return now ? (now.problems[indexAfterMove(from, gap)] ?? null) : null;
  };
  // The chosen stage comes into view.
  createEffect(
    on(selected, (key) =>
      list
        ?.querySelector(`[data-stage="${CSS.escape(key ?? "")}"]`)
        ?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    ),
  );
  return (
    <nav class="strip" aria-label={texts.strip.label}>
      <ol ref={list} class="cards" onDragOver={over} onDrop={drop} onDragEnd={() => setDrag(null)}>
        <FrameCard />
        <For each={stages()}>
          {(stage, index) => (
            <>
              <Gap
                index={index()}
                target={drag()?.to === index()}
                problem={drag() ? gapProblem(index()) : null}
                dragging={drag() !== null}
              />
              <StageCard
                stage={stage}
                index={index()}
                dragged={drag()?.key === stage.key}
                onDrag={() => begin(stage.key)}
              />
            </>
          )}
        </For>
        <Gap
          index={stages().length}
          last
          target={drag()?.to === stages().length}
          problem={drag() ? gapProblem(stages().length) : null}
          dragging={drag() !== null}
        />
      </ol>
      <Show when={state.project}>
        <StripEnd />
      </Show>
    </nav>
  );
}
