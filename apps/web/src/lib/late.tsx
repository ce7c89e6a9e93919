import { type ComponentType, useEffect, useState } from "react";

type Late<Props> = { Late: ComponentType<Props>; preload: () => Promise<void> };

/**
 * A component that is fetched apart from the page. As React's `lazy`, but without its Suspense, which holds back what
 * has arrived until 300 ms after any fallback was shown.
 * @param Place stands there meanwhile, in the size of what comes
 */
export function late<Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  Place: ComponentType<Props>,
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
    useEffect(() => {
      if (state.isHere) return;
      preload().then(
        () => setState({ isHere: true }),
        (fault: unknown) => setState({ isHere: false, fault }),
      );
    }, [state.isHere]);
    // The page around it shows what it shows when it breaks.
    if ("fault" in state) throw state.fault;
    const Shown = Fetched ?? Place;
    return <Shown {...props} />;
  }

  return { Late: LateComponent, preload };
}
