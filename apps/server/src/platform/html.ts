/** Safe HTML. Any other value in a template is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = Html | string | number | null | false | readonly HtmlPart[];

/** A template tag that escapes its values, except for `Html`. Null and false render nothing. */
export function html(literals: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(literals.map((literal, index) => literal + print(parts[index] ?? null)).join(""));
}

function print(part: HtmlPart): string {
  if (part === null || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map(print).join("");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** For text between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
