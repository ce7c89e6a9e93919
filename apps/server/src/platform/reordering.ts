/** @returns whether each of `before` is named once, in any order, and nothing else */
export function isReordering<Id>(before: readonly Id[], ids: readonly Id[]): boolean {
  const named = new Set(ids);
  return ids.length === before.length && named.size === ids.length && before.every((id) => named.has(id));
}
