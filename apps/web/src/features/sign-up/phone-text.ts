/** What stands in the field before anything is typed: the United States. */
export const FIRST_PHONE_TEXT = "+1";

/** The longest number that there is, with its plus. */
const MAX_CHARS = 16;

/** @returns what the field shows for what was typed or pasted: plus, dial code, digits only */
export function toPhoneText(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  return `${prefixOf(typed, digits)}${digits}`.replace(/^\+00/, "+").slice(0, MAX_CHARS);
}

/** A number without a plus is one of the United States, unless it begins with their own code or with 00. */
function prefixOf(typed: string, digits: string): string {
  if (typed.trimStart().startsWith("+")) return "+";
  if (digits === "") return "";
  return digits.startsWith("1") || digits.startsWith("00") ? "+" : FIRST_PHONE_TEXT;
}

/** @returns the number as it is sent: without +1, another country's whole; null when nothing but a code was typed */
export function toSentPhone(text: string): string | null {
  if (["", "+", FIRST_PHONE_TEXT].includes(text)) return null;
  return text.startsWith(FIRST_PHONE_TEXT) ? text.slice(FIRST_PHONE_TEXT.length) : text;
}
