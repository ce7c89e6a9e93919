import { readFileSync } from "node:fs";
import path from "node:path";

/** Every text pair reaches 4.5:1 and every edge of a control 3:1, in both themes (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT_PAIRS: [text: string, on: string][] = [
  ...["text", "muted", "accent", "clay", "gold", "error", "good"].flatMap((text): [string, string][] =>
    ["ground", "raised"].map((on): [string, string] => [text, on]),
  ),
  ["text", "lift"],
  ...["accent", "accent-strong", "clay", "gold", "error", "good"].map((on): [string, string] => ["on-accent", on]),
];
const EDGE_PAIRS: [edge: string, on: string][] = ["edge", "accent", "error"].flatMap((edge) =>
  ["ground", "raised"].map((on): [string, string] => [edge, on]),
);

const file = path.resolve(import.meta.dirname, "../../apps/web/src/styles/tokens.css");
const css = readFileSync(file, "utf8");

function readTheme(name: string): Map<string, string> {
  const block = css.slice(css.indexOf(`[data-theme="${name}"]`)).split("}")[0] ?? "";
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/gi)].map(([, role = "", hex = ""]) => [role, hex]));
}

/** Relative luminance of sRGB, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const faults: string[] = [];
for (const theme of ["dark", "light"]) {
  const colors = readTheme(theme);
  const groups: [pairs: [string, string][], least: number][] = [
    [TEXT_PAIRS, 4.5],
    [EDGE_PAIRS, 3],
  ];
  for (const [pairs, least] of groups) {
    for (const [front, back] of pairs) {
      const [over, under] = [colors.get(front), colors.get(back)];
      const reached = over && under ? contrast(over, under) : 0;
      if (reached < least) faults.push(`${theme}: ${front} on ${back} is ${reached.toFixed(2)}, below ${least}`);
    }
  }
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exitCode = 1;
}
