import { useState } from "react";

/** What a person made of `base`, as it was saved then. */
type Edit<T> = { base: T; value: T };

type Edited<T> = Edit<T> & {
  set: (value: T) => void;
  /** The person has changed something. */
  isChanged: boolean;
  /** So has somebody else since, and saving would replace that. */
  isOutdated: boolean;
  /** What was sent was saved so. What was changed since stays. */
  settle: (sent: T, saved: T) => void;
};

/**
 * The value of a form over a saved one. Somebody else's change shows as long as the person has changed nothing.
 * @param isSame must not depend on anything else
 * @param begun on an earlier visit
 */
export function useEdited<T>(saved: T, isSame: (one: T, other: T) => boolean, begun: Edit<T> | null = null): Edited<T> {
  const [state, setState] = useState(() => {
    const edit = begun ?? { base: saved, value: saved };
    return { ...edit, seen: edit.base, isOutdated: false };
  });
  const { base, value, seen } = state;
  const isChanged = !isSame(value, base);
  const takeOver = (now: T) => setState({ base: now, value: now, seen: now, isOutdated: false });
  if (!isSame(saved, seen)) {
    if (!isChanged || isSame(value, saved)) takeOver(saved);
    else setState({ base, value, seen: saved, isOutdated: !isSame(saved, base) });
  }
  return {
    base,
    value,
    set: (next) => {
      if (state.isOutdated && isSame(next, base)) takeOver(seen);
      else setState((now) => ({ ...now, value: next }));
    },
    isChanged,
    isOutdated: state.isOutdated && isChanged,
    settle: (sent, kept) =>
      setState((now) => ({
        ...now,
        base: kept,
        value: isSame(now.value, sent) ? kept : now.value,
        isOutdated: false,
      })),
  };
}
