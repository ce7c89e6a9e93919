import { clsx } from "clsx";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { focusIfLost } from "#lib/focus.ts";
import { passFocusOn } from "#lib/pass-focus.ts";

type StepGroupProps = {
  /** Names the shown step, each by another name. */
  label: string;
  className: string;
  children: ReactNode;
};

/** Steps that replace each other on one page. The pressed button goes with its step, so the next step takes the focus. */
export function StepGroup({ label, className, children }: StepGroupProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const shownLabel = useRef(label);

  useEffect(() => {
    if (shownLabel.current === label) return;
    shownLabel.current = label;
    focusIfLost(group.current);
  }, [label]);

  // The last step may be replaced by something else.
  useLayoutEffect(() => passFocusOn(group.current), []);

  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={label}
      className={clsx("flex min-w-0 flex-col outline-none", className)}
    >
      {children}
    </fieldset>
  );
}
