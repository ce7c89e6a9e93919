import { viewCount } from "@app/contract/counts";

/** @returns seconds as m:ss, from an hour on h:mm:ss. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const ss = String(s).padStart(2, "0");
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${ss}` : `${m}:${ss}`;
}

/** @returns the length for a screen reader: '1 hour 2 minutes 5 seconds'. */
export function durationInWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3_600), "hour"],
    [Math.floor(whole / 60) % 60, "minute"],
    [whole % 60, "second"],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, unit]) => counted(n, unit));
  return said.length > 0 ? said.join(" ") : "0 seconds";
}

/** Each unit is a character: the browser's own way to count them costs a page 15 ms when it is first asked. */
const PLAIN = /^[ -~]*$/;

/** @returns at most `max` characters of the text as people count them, with … for what was left out. */
export function cutText(text: string, max: number): string {
  // No text has more characters than units.
  if (text.length <= max) return text;
  const characters = PLAIN.test(text)
    ? [...text]
    : Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
  if (characters.length <= max) return text;
  return `${characters.slice(0, max).join("").trimEnd()}…`;
}

/** @returns '1 view', '2 views', '1.2K views'. */
export function viewsInWords(views: number): string {
  return countInWords(views, "view");
}

/** @returns '1 follower', '2 followers', '1.2K followers'. */
export function countInWords(count: number, unit: string): string {
  return `${viewCount(count)} ${plural(count, unit)}`;
}

/** @returns the unit, with an s where there is not just one */
export function plural(count: number, unit: string): string {
  return count === 1 ? unit : `${unit}s`;
}

/** @returns '1 minute', '2 minutes' */
export function counted(n: number, unit: string): string {
  return `${n} ${plural(n, unit)}`;
}
