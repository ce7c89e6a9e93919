/**
 * Where a key leads among the entries of a menu: arrows round and round, Home and End, a letter to the next entry that
 * begins with it.
 * @param at the entry that has the focus, -1 for none
 * @returns the entry to focus, or null for a key that is none of these
 */
export function neighbour(key: string, at: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === "ArrowDown" || key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowUp" || key === "ArrowLeft") return at <= 0 ? count - 1 : at - 1;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key.length !== 1 || key === " ") return null;
  const isMatch = (label: string) => label.trim().toLowerCase().startsWith(key.toLowerCase());
  const after = labels.findIndex((label, index) => index > at && isMatch(label));
  const found = after === -1 ? labels.findIndex(isMatch) : after;
  return found === -1 ? null : found;
}
