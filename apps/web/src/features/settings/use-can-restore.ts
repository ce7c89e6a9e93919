import { useState } from "react";

/** @param until undefined: the earner account is not deactivated @returns whether it can still be restored */
export function useCanRestore(until: string | undefined): boolean {
  const [openedAtMs] = useState(() => Date.now());
  return until !== undefined && Date.parse(until) >= openedAtMs;
}
