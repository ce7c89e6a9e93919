import { expect, test } from "vitest";
import { condensed, text, toDrawable } from "./fonts.ts";
import { layer } from "./layer.ts";

test.each([
  ["Cup final 🏀 second half 🏆", "Cup final second half"],
  ["𝗖𝘂𝗽 𝓯𝓲𝓷𝓪𝓵 ＦＩＮＡＬ", "Cup final FINAL"],
  ["Łukasz Çelik, Đorđe & Zoë: l’été — ½ price…", "Łukasz Çelik, Đorđe & Zoë: l’été — ½ price…"],
  ["Cafe\u0301 in two pieces", "Café in two pieces"],
  ["Кубок, Київ: фінал", "Кубок, Київ: фінал"],
  ["Τελικός κυπέλλου", "Τελικός κυπέλλου"],
  ["Chung kết, Đà Nẵng", "Chung kết, Đà Nẵng"],
  ["2026 決勝 Final", "2026 Final"],
  ["決勝戦！", ""],
  ["🏀🏀 - 🏆", ""],
  ["  much \n space\u200b  ", "much space"],
])("%j is drawn as %j", (words, drawn) => {
  expect(toDrawable(words)).toBe(drawn);
});

test("every drawn letter has its own glyph in both faces, and no box", () => {
  const letters = Array.from({ length: 0x2200 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => /[\p{L}\p{N}\p{P}\p{Sc}]/u.test(letter) && toDrawable(`a${letter}`) === `a${letter}`,
  );
  expect(letters.length).toBeGreaterThan(1_000);
  const drawn = (font: string, letter: string) =>
    layer(48, 48, (ctx) => {
      ctx.font = font;
      ctx.fillText(letter, 8, 34);
    })
      .data()
      .toString("base64");
  for (const font of [condensed(24), text(24)]) {
    const box = drawn(font, "決");
    expect(letters.filter((letter) => drawn(font, letter) === box)).toEqual([]);
  }
});
