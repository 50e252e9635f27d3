// SPDX-License-Identifier: MIT
/* Icons: strokes on a square of 16. */
import { For } from "solid-js";

const paths = {
  undo: ["M6 3.5 2.5 7 6 10.5", "M2.5 7H10a3.5 3.5 0 0 1 0 7H7"],
  redo: ["M10 3.5 13.5 7 10 10.5", "M13.5 7H6a3.5 3.5 0 0 0 0 7h3"],
  layers: ["M8 2 1.5 5.5 8 9l6.5-3.5Z", "M1.5 8.5 8 12l6.5-3.5", "M1.5 11.5 8 15l6.5-3.5"],
  compare: ["M2 3h12v10H2Z", "M8 1v14"],
  check: ["M3 8.5 6.5 12 13 4.5"],
  cross: ["M4 4l8 8", "M12 4l-8 8"],
  plus: ["M8 3v10", "M3 8h10"],
  more: ["M3.5 8h.01", "M8 8h.01", "M12.5 8h.01"],
  eye: ["M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z", "M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"],
  off: ["M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z", "M3 13 13 3"],
  search: ["M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z", "M10.5 10.5 14 14"],
  down: ["M4 6l4 4 4-4"],
  up: ["M4 10l4-4 4 4"],
  right: ["M6 4l4 4-4 4"],
  left: ["M10 4 6 8l4 4"],
  folded: ["M2 3h12v10H2Z", "M10 3v10"],
  foldedDown: ["M2 3h12v10H2Z", "M2 10h12"],
  sun: [
    "M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6Z",
    "M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  ],
  half: ["M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z", "M8 2v12", "M8 4.500 12 4.500M8 7h5.500M8 9.500h5.500M8 12h3.500"],
  moon: ["M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z"],
  die: ["M3 3h10v10H3Z", "M5.7 5.7h.01M10.3 5.7h.01M8 8h.01M5.7 10.3h.01M10.3 10.3h.01"],
  brush: ["M13.5 2.5 7 9", "M7 9c-1.5 0-2.5 1-2.5 2.5S3 13.5 2 13.5c1 1 6.5 1 6.5-3C8.500 9.700 7.800 9 7 9Z"],
  lock: ["M3.500 7.500h9V14h-9Z", "M5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500"],
  keep: ["M4 2h8v12l-4-3-4 3Z"],
  picture: ["M2 3h12v10H2Z", "M2 11l3.500-3.500 3 3 2-2L14 12", "M10.500 6h.01"],
  build: ["M8 2v8", "M4.500 7 8 10.500 11.500 7", "M2.500 13.500h11"],
  folder: ["M1.500 3.500h4.500L7.500 5h7v8h-13Z"],
  file: ["M4 1.500h5.500L13 5v9.500H4Z", "M9.500 1.500V5H13"],
  frame: ["M4 1v14M12 1v14M1 4h14M1 12h14"],
  reset: ["M3 3v3.500h3.500", "M3 6.500A5.500 5.500 0 1 1 2.500 9"],
  fly: ["M2 8.500 14 3 9.500 14 7.500 9.500Z"],
  cube: ["M8 1.500 2 4.800v6.400L8 14.500l6-3.300V4.800Z", "M2 4.800 8 8l6-3.200", "M8 8v6.500"],
  map: ["M1.500 3.500 6 2l4 1.500 4.500-1.500v10.500L10 14l-4-1.500-4.500 1.500Z", "M6 2v10.500M10 3.500V14"],
  help: ["M5.500 6a2.500 2.500 0 1 1 3.800 2.100c-.9.600-1.300 1-1.300 1.900", "M8 12.500h.01"],
  grid: ["M2 2h5v5H2ZM9 2h5v5H9ZM2 9h5v5H2ZM9 9h5v5H9Z"],
  stop: ["M4 4h8v8H4Z"],
  note: ["M8 1.800 14.800 13.500H1.200Z", "M8 6.200v3.300", "M8 11.600h.01"],
  north: ["M8 1.500 12 14 8 11.200 4 14Z"],
  target: ["M8 3.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9Z", "M8 1v3M8 12v3M1 8h3M12 8h3"],
  pause: ["M5 3.500v9M11 3.500v9"],
  play: ["M4.500 3v10L13 8Z"],
  clock: ["M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z", "M8 4.500V8l2.500 1.500"],
  drop: ["M8 1.500S3.500 6.500 3.500 10a4.500 4.500 0 0 0 9 0C12.500 6.500 8 1.500 8 1.500Z"],
  text: ["M3 4V2.500h10V4", "M8 2.500v11", "M6 13.500h4"],
} as const;

export type IconName = keyof typeof paths;

export function Icon(props: { name: IconName; size?: number }) {
  const thick = () => (props.name === "more" ? 2.2 : 1.4);
  return (
    <svg
      width={props.size ?? 16}
      height={props.size ?? 16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width={thick()}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <For each={paths[props.name]}>{(d) => <path d={d} />}</For>
    </svg>
  );
}
