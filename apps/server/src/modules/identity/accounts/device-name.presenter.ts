import Bowser from "bowser";

const LONGEST = 80;

/** Browser and system in words, from what the browser says of itself: 'Chrome on Windows'. */
export function toDeviceName(userAgent: string): string {
  const parsed = userAgent ? Bowser.parse(userAgent) : null;
  const browser = parsed?.browser.name ?? "Unknown browser";
  const system = parsed?.os.name ?? "unknown system";
  return `${browser} on ${system}`.slice(0, LONGEST);
}
