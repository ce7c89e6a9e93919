import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { loadVideo } from "#testing/a-video.ts";
import { FrameDialog } from "./frame-dialog.tsx";

function show(): HTMLVideoElement {
  render(
    <FrameDialog
      contentId={"a"}
      hls={"/a.m3u8"}
      lengthS={20}
      onGone={async () => false}
      onChoose={vi.fn()}
      onClose={vi.fn()}
    />,
  );
  return screen.getByLabelText<HTMLVideoElement>("The chosen frame");
}

test("a frame that is chosen before the video has loaded is gone to once it has", async () => {
  const video = show();
  await userEvent.click(screen.getByRole("button", { name: "Next frame" }));
  expect(video.currentTime).toBe(0);
  loadVideo(video, 20);
  expect(video.currentTime).toBeCloseTo(10.05, 5);
});

test("the frame has the focus once the button that loads it again is gone", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue();
  vi.stubGlobal("MediaError", { MEDIA_ERR_NETWORK: 2 });
  const video = show();
  fireEvent(video, new Event("error"));
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(document.activeElement).toBe(video);
});
