/** The colors of the dark theme, and some for pitches, water and snow. */
export const INK = "#0B0E12";
export const RAISED = "#141A21";
export const TEXT = "#F3F5F2";
export const MUTED = "#9BA8B4";
export const LIME = "#D4FF3A";
export const CLAY = "#FF6B3D";
export const GOLD = "#FFC83D";
export const SKY = "#5CC8FF";

/** @returns `#rrggbb` with an opacity of 0 to 1. */
export function faded(color: string, opacity: number): string {
  return `${color}${Math.round(Math.min(1, Math.max(0, opacity)) * 255)
    .toString(16)
    .padStart(2, "0")}`;
}

/** @returns a color between two others; `share` is 0 to 1 */
export function mixed(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [Number.parseInt(from.slice(at, at + 2), 16), Number.parseInt(to.slice(at, at + 2), 16)];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}
