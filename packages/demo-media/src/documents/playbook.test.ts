import { describe, expect, test } from "vitest";
import { drawPlaybook } from "./playbook.ts";

const book = {
  title: "Sets (for five)",
  author: "Somebody",
  color: [0.7, 0.2, 0.1],
  plays: [
    { name: "First", steps: ["Run.", "Pass."] },
    { name: "Second", steps: ["Wait."] },
  ],
} as const;

describe("a drawn playbook", () => {
  test("has a cover and a page for each play, and is the same each time", () => {
    const pdf = drawPlaybook(book, 3);
    expect(pdf.subarray(0, 8).toString("latin1")).toBe("%PDF-1.7");
    expect(pdf.toString("latin1")).toContain("/Count 3 /Kids");
    expect(pdf.equals(drawPlaybook(book, 3))).toBe(true);
    expect(pdf.equals(drawPlaybook(book, 4))).toBe(false);
  });

  test("has its objects where its table says", () => {
    const pdf = drawPlaybook(book, 3).toString("latin1");
    const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
    expect(offsets.length).toBeGreaterThan(8);
    for (const [index, at] of offsets.entries()) expect(pdf.slice(at)).toMatch(new RegExp(`^${index + 1} 0 obj`));
  });

  test("escapes parentheses in its texts", () => {
    expect(drawPlaybook(book, 3).toString("latin1")).toContain("(Sets \\(for five\\))");
  });
});
