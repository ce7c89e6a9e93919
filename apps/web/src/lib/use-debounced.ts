import { useEffect, useState } from "react";

/** The value as it was when it last stood still for so long. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return still;
}
