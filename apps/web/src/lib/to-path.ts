/**
 * @param pattern as in the contract, `/content/:id`
 * @throws RangeError when a field of the path has no value: the call would reach another route
 */
export function toPath(pattern: string, params: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = pattern.replaceAll(/:(\w+)/g, (_field, name: string) => {
    const value = String(values.get(name) ?? "");
    if (value === "") throw new RangeError(`${pattern} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
