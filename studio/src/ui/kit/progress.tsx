// SPDX-License-Identifier: MIT
export function Progress(props: { share: number; label: string }) {
  const share = () => Math.max(0, Math.min(1, props.share));
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share() * 100)}
    >
      <span style={{ transform: `scaleX(${share()})` }} />
    </div>
  );
}
