import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SportPanel } from "./sport-panel.tsx";

test("the panel shows four sports for 4 s each, with half a second of transition", async () => {
  vi.useFakeTimers();
  window.requestIdleCallback = (then) => Number(setTimeout(then, 0));
  render(<SportPanel />);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(0);
  // One dot each and a pause button; no arrows.
  expect(screen.getAllByRole("button")).toHaveLength(5);
  const shown = () => document.querySelector<HTMLElement>("[aria-roledescription=slide]:not([inert])");
  for (const next of ["2 of 4", "3 of 4", "4 of 4", "1 of 4"]) {
    const before = shown();
    await pass(3_999);
    expect(shown()).toBe(before);
    await pass(1);
    expect(shown()?.getAttribute("aria-label")).toBe(next);
  }
  expect(shown()?.style.transitionDuration).toBe("500ms");
});
