import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { becomeVideo, loadVideo } from "#testing/a-video.ts";
import { SeekBar } from "./seek-bar.tsx";

const CHAPTERS = [
  { atS: 0, title: "Warm-up" },
  { atS: 30, title: "First half" },
  { atS: 75, title: "Second half" },
];

function renderBar(atS: number, video: HTMLVideoElement | null = null): { strip: HTMLElement; marks: () => string[] } {
  const { container } = render(
    <SeekBar
      video={video}
      playback={{ atS, bufferedUntilS: 0, playableUntilS: 0 }}
      lengthS={100}
      storyboard={null}
      chapters={CHAPTERS}
      loop={null}
      onDragging={() => undefined}
    />,
  );
  const strip = container.firstElementChild;
  if (!(strip instanceof HTMLElement)) throw new Error("no bar");
  strip.getBoundingClientRect = () => ({ left: 0, width: 200 }) as DOMRect;
  const marks = () => [...container.querySelectorAll<HTMLElement>("[data-chapter]")].map(({ style }) => style.left);
  return { strip, marks };
}

test("each chapter but the first has a mark where it begins", () => {
  expect(renderBar(0).marks()).toEqual(["30%", "75%"]);
});

test("the chapter that plays is told to screen readers, and the one under the pointer is shown", () => {
  const { strip } = renderBar(40);
  expect(screen.getByRole("slider", { name: "Seek" }).getAttribute("aria-valuetext")).toBe(
    "40 seconds of 1 minute 40 seconds, First half",
  );
  expect(screen.queryByText("Second half")).toBeNull();
  fireEvent.pointerMove(strip, { clientX: 160 });
  expect(screen.getByText("Second half")).toBeTruthy();
  expect(screen.getByText("1:20")).toBeTruthy();
  fireEvent.pointerLeave(strip);
  expect(screen.queryByText("Second half")).toBeNull();
});

test("keys that move from the position are ignored before the video has loaded; End goes to its end", () => {
  const video = document.createElement("video");
  becomeVideo(video, null);
  renderBar(0, video);
  const press = (key: string) => fireEvent.keyDown(screen.getByRole("slider", { name: "Seek" }), { key });
  for (const key of ["ArrowRight", "PageUp"]) press(key);
  loadVideo(video, 100);
  expect(video.currentTime).toBe(0);
  for (const key of ["PageUp", "ArrowRight", "ArrowLeft", "ArrowLeft"]) press(key);
  expect(video.currentTime).toBe(5);
  press("End");
  expect(video.currentTime).toBe(100);
});
