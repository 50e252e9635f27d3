// SPDX-License-Identifier: MIT
/* A picture that the program gives. Requests carry the token as a header, so it cannot be a plain address. The
 * picture before stays until the next one is there. */
import { createEffect, createSignal, onCleanup, Show, type JSX } from "solid-js";
import { api } from "../../state/api";

interface Props {
  path: string | null;
  alt: string;
  fallback?: JSX.Element;
  onMissing?: () => void;
}

export function BlobImage(props: Props) {
  const [address, setAddress] = createSignal<string | null>(null);
  let wanted = 0;
  const show = (next: string | null) => {
    const old = address();
    setAddress(next);
    if (old) URL.revokeObjectURL(old);
  };
  createEffect(() => {
    const path = props.path,
      mine = ++wanted;
    if (!path) return show(null);
    api.blob(path).then(
      (blob) => {
        if (mine === wanted) show(URL.createObjectURL(blob));
      },
      () => {
        if (mine === wanted) props.onMissing?.();
      },
    );
  });
  onCleanup(() => {
    wanted++;
    show(null);
  });
  return (
    <Show when={address()} fallback={props.fallback}>
      {(url) => <img src={url()} alt={props.alt} draggable={false} decoding="async" />}
    </Show>
  );
}
