/** @returns the fields that differ from what a form began with, so that saving overwrites no others */
export function onlyChanged<T extends object>(before: NoInfer<T>, after: T): Partial<T> {
  const isChanged = (name: string) => after[name as keyof T] !== before[name as keyof T];
  return Object.fromEntries(Object.entries(after).filter(([name]) => isChanged(name))) as Partial<T>;
}
