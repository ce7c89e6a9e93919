/** Markup that is known to be markup. Everything else that is put into a page is text, and escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = Html | string | number | null | false | readonly HtmlPart[];

/** A template whose values are escaped, unless they are markup themselves; null and false print nothing. */
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

/** Safe between tags and inside of quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
