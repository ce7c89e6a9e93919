import { type ComponentType, startTransition, useEffect, useState } from "react";
import { messageOf, offlineError } from "./api-error.ts";
import { toast } from "./toast.ts";

type Lazy<Props> = { Component: ComponentType<Props>; preload: () => Promise<void> };

/** What a part does when it cannot be loaded: it never takes the page around it along. */
type OnFailure<Props> =
  /** Shown in its place. */
  | { Fallback: ComponentType<{ error: unknown; onRetry: () => void }>; onError?: never }
  /** Called; the placeholder stays. */
  | { onError: (error: unknown, props: Props) => void; Fallback?: never };

/**
 * A component in its own chunk, like React's `lazy` but without Suspense: once any fallback was shown, Suspense holds
 * back finished content for 300 ms.
 * @param Placeholder shown while loading; it should have the size of the component
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props>,
  { onError, Fallback }: OnFailure<Props>,
): Lazy<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  function preload(): Promise<void> {
    loading ??= load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  function Component(props: Props) {
    const [state, setState] = useState<{ isLoaded: boolean; error?: unknown }>({ isLoaded: Loaded !== null });
    const hasFailed = "error" in state;
    // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once, however often the props change
    useEffect(() => {
      if (state.isLoaded || hasFailed) return;
      preload().then(
        // As a transition, so that rendering a large part does not block input.
        () => startTransition(() => setState({ isLoaded: true })),
        (error: unknown) => (onError ? onError(error, props) : setState({ isLoaded: false, error })),
      );
    }, [state.isLoaded, hasFailed]);
    if (hasFailed && Fallback) return <Fallback error={state.error} onRetry={() => setState({ isLoaded: false })} />;
    const Shown = Loaded ?? Placeholder;
    return <Shown {...props} />;
  }

  return { Component, preload };
}

/**
 * A menu or dialog that is loaded when it opens. If loading fails, a toast says why and the dialog counts as closed, so
 * opening it again retries.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): Lazy<Props> {
  return lazyWithPreload(
    () => withOfflineError(load()),
    () => null,
    {
      onError: (error, { onClose }) => {
        toast.error(messageOf(error));
        onClose();
      },
    },
  );
}

/**
 * A dynamic import that is done once. `import()` takes several turns of the event loop even for a module that is there,
 * between a click and the first request of the page that it opens.
 */
export function importOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/**
 * Tells a lost connection from a chunk that a new release has replaced. The router reloads the page for a missing chunk,
 * which while offline would only lose what is on the screen.
 * @throws ApiError `offline` if the server cannot be reached; otherwise the original error
 */
export async function withOfflineError<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    const isServerUp = await fetch("/healthz", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    throw isServerUp ? error : offlineError();
  }
}
