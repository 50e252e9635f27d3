// SPDX-License-Identifier: MIT
/* Arrows along the strip. */
export function moveFocus(event: KeyboardEvent): void {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
  const cards = [...document.querySelectorAll<HTMLElement>("[data-card]")];
  const at = cards.indexOf(event.currentTarget as HTMLElement);
  cards[at + by]?.focus();
  event.preventDefault();
}

/* After a stage has moved or gone, the focus goes with it. */
export function focusCard(key: string): void {
  queueMicrotask(() => document.querySelector<HTMLElement>(`[data-stage="${CSS.escape(key)}"] [data-card]`)?.focus());
}
