import { expect, test } from "vitest";
import { toTimeline } from "./about.tsx";

const at = (college_name: string, date: string | null) => ({
  college_name,
  date,
  college_logo: null,
  college_category: null,
});

test("offers and visits share a timeline, newest first and without a date last", () => {
  const timeline = toTimeline({
    offers: [at("Baylor", "2025-09-14"), at("Rice", null)],
    visits: [at("Tulane", "2026"), at("Duke", "2025-09"), at("Yale", "2024-10-05")],
  });
  expect(timeline.map(({ college_name, kind }) => `${kind} ${college_name}`)).toEqual([
    "Visit Tulane",
    "Offer Baylor",
    "Visit Duke",
    "Visit Yale",
    "Offer Rice",
  ]);
});
