/** A parsed Stripe form: `items[0][price]=p&metadata[a]=b`. */
export type Form = { [name: string]: string | Form };

/** Lists become objects with the keys 0, 1, 2. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\]?\[|\]$/).filter((part) => part !== "");
    const last = path.pop() ?? "";
    let at = form;
    for (const part of path) {
      const next = at[part];
      if (typeof next === "object") at = next;
      else {
        const created: Form = {};
        at[part] = created;
        at = created;
      }
    }
    at[last] = value;
  }
  return form;
}

/** @returns the text at a path, or null */
export function textAt(form: Form, ...path: string[]): string | null {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === "object" ? at[part] : undefined;
  return typeof at === "string" ? at : null;
}

export function listAt(form: Form, name: string): string[] {
  const list = form[name];
  return typeof list === "object" ? Object.values(list).filter((value) => typeof value === "string") : [];
}

/** The texts of an object, such as `metadata`. */
export function mapAt(form: Form, name: string): Record<string, string> {
  const map = form[name];
  if (typeof map !== "object") return {};
  return Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
