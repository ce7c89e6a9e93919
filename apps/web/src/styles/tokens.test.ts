import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

const SURFACES = ["ground", "raised", "lift"] as const;
const TEXTS = ["text", "muted", "accent", "clay", "gold", "error", "good"] as const;
const FILLS = ["accent", "accent-strong", "clay", "gold", "error", "good"] as const;

describe.each(["dark", "light"])("in %s", (theme) => {
  const token = tokensOf(theme);

  test.each(SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface])))(
    "%s on %s reaches 4.5:1",
    (text, surface) => {
      expect(contrast(token(text), token(surface))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(FILLS)("text on %s reaches 4.5:1", (fill) => {
    expect(contrast(token("on-accent"), token(fill))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SURFACES)("the edge of a control on %s reaches 3:1", (surface) => {
    expect(contrast(token("edge"), token(surface))).toBeGreaterThanOrEqual(3);
  });
});

function tokensOf(theme: string): (name: string) => string {
  const block = css.split("}").find((part) => part.includes(`[data-theme="${theme}"]`)) ?? "";
  const values = new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]));
  return (name) => {
    const hex = values.get(name);
    if (!hex) throw new Error(`${theme} has no ${name}`);
    return hex;
  };
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
