/** @returns the list with the entry at `at` one place further up */
export function movedUp<Entry>(list: readonly Entry[], at: number): Entry[] {
  const moved = [...list];
  const [entry] = moved.splice(at, 1);
  if (entry !== undefined) moved.splice(at - 1, 0, entry);
  return moved;
}
