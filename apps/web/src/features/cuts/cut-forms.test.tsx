import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { TrimPanel } from "./cut-forms.tsx";

test("the trim form says what happens to the chapters", () => {
  const part = { from_s: 4, to_s: 9 };
  const trim = { state: "whole" as const, from_s: 0, to_s: 12, length_s: 12, hls: "/whole.m3u8", fault: null };
  const ignore = () => undefined;
  renderWithQueries(<TrimPanel id="video" trim={trim} part={part} onFaults={ignore} onWhole={ignore} />);
  expect(screen.getByText(/^Chapters follow the trim, and those outside it are hidden/)).toBeTruthy();
});
