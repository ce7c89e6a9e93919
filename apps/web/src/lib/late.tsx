import { type ComponentType, startTransition, useEffect, useState } from "react";
import { messageOf } from "./api-error.ts";
import { orOffline } from "./or-offline.ts";
import { toast } from "./toast.ts";

type Late<Props> = { Late: ComponentType<Props>; preload: () => Promise<void> };

type WhenLost<Props> = {
  /** Told instead of shown. */
  onFault?: (fault: unknown, props: Props) => void;
  /** Stands there in its place. */
  Lost?: ComponentType<{ error: unknown; onRetry: () => void }>;
};

/**
 * A component that is fetched apart from the page. As React's `lazy`, but without its Suspense, which holds back what
 * has arrived until 300 ms after any fallback was shown.
 * @param Place stands there meanwhile, in the size of what comes
 * @param whenLost where it cannot be fetched; without it the page around shows what it shows when it breaks
 */
export function late<Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  Place: ComponentType<Props>,
  { onFault, Lost }: WhenLost<Props> = {},
): Late<Props> {
  let Fetched: ComponentType<Props> | null = null;
  let underWay: Promise<void> | null = null;

  function preload(): Promise<void> {
    underWay ??= fetchComponent().then(
      (component) => {
        Fetched = component;
      },
      (error: unknown) => {
        underWay = null;
        throw error;
      },
    );
    return underWay;
  }

  function LateComponent(props: Props) {
    const [state, setState] = useState<{ isHere: boolean; fault?: unknown }>({ isHere: Fetched !== null });
    const isLost = "fault" in state;
    // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once a try, whatever the props become
    useEffect(() => {
      if (state.isHere || isLost) return;
      preload().then(
        // Drawn bit by bit: what somebody does meanwhile comes first.
        () => startTransition(() => setState({ isHere: true })),
        (fault: unknown) => (onFault ? onFault(fault, props) : setState({ isHere: false, fault })),
      );
    }, [state.isHere, isLost]);
    if (isLost && Lost) return <Lost error={state.fault} onRetry={() => setState({ isHere: false })} />;
    if (isLost) throw state.fault;
    const Shown = Fetched ?? Place;
    return <Shown {...props} />;
  }

  return { Late: LateComponent, preload };
}

/**
 * A menu or a dialog that is fetched when it is opened. Where that fails, a toast says why and it counts as closed: the page
 * stays as it is, and opening it once more fetches once more.
 */
export function lateDialog<Props extends { onClose: () => void }>(
  fetchComponent: () => Promise<ComponentType<Props>>,
): Late<Props> {
  return late(
    () => orOffline(fetchComponent()),
    () => null,
    {
      onFault: (fault, { onClose }) => {
        toast.error(messageOf(fault));
        onClose();
      },
    },
  );
}
