/**
 * PostgreSQL keeps every character but U+0000, so a value with one in it is nothing that could be kept or found.
 * @returns the fields, by their paths, that have it
 */
export function fieldsWithNul(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "string") return value.includes("\0") ? [path.join(".")] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => fieldsWithNul(inner, [...path, name]));
}
