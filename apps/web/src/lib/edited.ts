import { useState } from "react";

type IsSame<T> = (one: T, other: T) => boolean;

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
 * @param begun on an earlier visit
 */
export function useEdited<T>(saved: T, isSame: IsSame<T>, begun: Edit<T> | null = null): Edited<T> {
  const [{ base, value, seen }, setState] = useState(() => {
    const edit = begun ?? { base: saved, value: saved };
    return { ...edit, seen: edit.base };
  });
  if (!isSame(saved, seen)) {
    const isUntouched = isSame(value, base) || isSame(value, saved);
    setState(isUntouched ? { base: saved, value: saved, seen: saved } : { base, value, seen: saved });
  }
  return {
    base,
    value,
    set: (next) => setState((state) => ({ ...state, value: next })),
    isChanged: !isSame(value, base),
    isOutdated: !isSame(value, base) && !isSame(seen, base),
    settle: (sent, now) =>
      setState((state) => ({ ...state, base: now, value: isSame(state.value, sent) ? now : state.value })),
  };
}
