/** @returns m:ss.mmm, from one hour on h:mm:ss.mmm */
export function timeCode(ms: number): string {
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60];
  const rest = `${String(s).padStart(2, "0")}.${String(Math.floor(ms % 1_000)).padStart(3, "0")}`;
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${rest}` : `${m}:${rest}`;
}

/** @returns milliseconds; null if the text is not a time such as 83, 1:23 or 1:02:03.5 */
export function readTimeCode(text: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!match) return null;
  const [hours, minutes, seconds] = [match[1], match[2], match[3]].map((part) => Number(part ?? 0));
  const isClock = match[2] !== undefined;
  if (isClock && (seconds ?? 0) >= 60) return null;
  const ms = Number((match[4] ?? "").padEnd(3, "0"));
  return ((hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1_000 + ms;
}
