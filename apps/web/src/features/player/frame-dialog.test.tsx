import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { loadVideo } from "#testing/a-video.ts";
import { FrameDialog } from "./frame-dialog.tsx";

test("a frame that is chosen before the video has loaded is gone to once it has", async () => {
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
  const video = screen.getByLabelText<HTMLVideoElement>("The chosen frame");
  await userEvent.click(screen.getByRole("button", { name: "Next frame" }));
  expect(video.currentTime).toBe(0);
  loadVideo(video, 20);
  expect(video.currentTime).toBeCloseTo(10.05, 5);
});
