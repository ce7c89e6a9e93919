/** What stands in the field before anything is typed: the United States. */
export const FIRST_PHONE_TEXT = "+1";

/** The mask: so many digits behind the dial code. */
const SLOTS = 12;
/** The longest number that there is, with its plus. */
const MAX_CHARS = 16;
const LONGEST_DIAL_CODE = "+998";

/**
 * @param dialCode of the country that is chosen; a number without a plus is one of its own
 * @returns what the field shows for what was typed or pasted: plus, dial code, digits only
 */
export function toPhoneText(typed: string, dialCode = "1"): string {
  const digits = typed.replace(/\D/g, "");
  const text = `${prefixOf(typed, digits, dialCode)}${digits}`.replace(/^\+00/, "+");
  const own = `+${dialCode}`;
  return text.slice(0, text.startsWith(own) ? Math.min(own.length + SLOTS, MAX_CHARS) : MAX_CHARS);
}

/** A number without a plus is one of the chosen country, unless it begins with that code or with 00. */
function prefixOf(typed: string, digits: string, dialCode: string): string {
  if (typed.trimStart().startsWith("+")) return "+";
  if (digits === "") return "";
  return digits.startsWith(dialCode) || digits.startsWith("00") ? "+" : `+${dialCode}`;
}

/** @returns the text under another country's dial code, with the digits that were typed behind the old one */
export function withDialCode(text: string, from: string, to: string): string {
  const digits = text.startsWith(`+${from}`) ? text.slice(from.length + 1) : "";
  return toPhoneText(`+${to}${digits}`, to);
}

/** @returns the number as it is sent: without +1, another country's whole; null when nothing but a code was typed */
export function toSentPhone(text: string): string | null {
  if (text.startsWith(FIRST_PHONE_TEXT)) return text.slice(FIRST_PHONE_TEXT.length) || null;
  return text.length <= LONGEST_DIAL_CODE.length ? null : text;
}

/** @returns what the field shows for a number that the server holds: ten digits are the United States' */
export function fromSentPhone(sent: string | null): string {
  if (sent === null || sent === "") return FIRST_PHONE_TEXT;
  return sent.startsWith("+") ? sent : `${FIRST_PHONE_TEXT}${sent}`;
}
