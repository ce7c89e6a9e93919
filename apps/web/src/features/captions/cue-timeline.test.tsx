import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { createPlayClock } from "#lib/play-clock.ts";
import { CueTimeline } from "./cue-timeline.tsx";

const CUES = [
  { start_ms: 21_000, end_ms: 23_000, text: "Kick off" },
  { start_ms: 30_000, end_ms: 35_000, text: "The first try" },
  { start_ms: 50_000, end_ms: 52_000, text: "Full time" },
];
const SILENCES = [
  [5_000, 6_000],
  [24_000, 29_000],
] as const;

/** The time line of a minute of video, 400 pixels wide and 100 from the left, with the playhead at the half minute. */
function show() {
  const clock = createPlayClock();
  clock.set(30);
  const onSeek = vi.fn<(atS: number) => void>();
  const Timeline = () => {
    const [selected, setSelected] = useState(0);
    const props = { clock, selected, onSeek, cues: CUES, silences: SILENCES, lengthMs: 60_000 };
    return <CueTimeline {...props} onSelect={setSelected} />;
  };
  const { container } = render(<Timeline />);
  const line = container.querySelector("[data-timeline]") as HTMLElement;
  vi.spyOn(line, "getBoundingClientRect").mockReturnValue({ left: 100, width: 400 } as DOMRect);
  return { clock, onSeek, line };
}

const placeOf = ({ style: { left, width } }: HTMLElement) => [left, width];
/** What has a length and no words. */
const silencesOn = (line: HTMLElement) =>
  ([...line.children] as HTMLElement[]).filter(({ style, textContent }) => style.width !== "" && textContent === "");
const selectedCues = () =>
  CUES.map(({ text }) => screen.queryByText(text)).flatMap((cue) =>
    cue?.className.includes("border-accent") ? cue.textContent : [],
  );

test("the twenty seconds around the playhead show their cues and silences, each at its time", () => {
  const { clock, line } = show();
  expect(placeOf(screen.getByText("Kick off"))).toEqual(["5%", "10%"]);
  expect(placeOf(screen.getByText("The first try"))).toEqual(["50%", "25%"]);
  expect(screen.queryByText("Full time")).toBeNull();
  expect(silencesOn(line).map(placeOf)).toEqual([["20%", "25%"]]);
  act(() => clock.set(58));
  expect(placeOf(screen.getByText("Full time"))).toEqual(["50%", "10%"]);
  expect(screen.queryByText("Kick off")).toBeNull();
  expect(silencesOn(line)).toEqual([]);
});

test("a click seeks to the time under it and selects no cue, but one on a cue selects that as well", () => {
  const { line, onSeek } = show();
  expect(selectedCues()).toEqual(["Kick off"]);
  fireEvent.pointerUp(line, { clientX: 200 });
  expect(onSeek.mock.calls).toEqual([[25]]);
  expect(selectedCues()).toEqual(["Kick off"]);
  fireEvent.pointerUp(screen.getByText("The first try"), { clientX: 340 });
  expect(onSeek.mock.calls).toEqual([[25], [32]]);
  expect(selectedCues()).toEqual(["The first try"]);
});
