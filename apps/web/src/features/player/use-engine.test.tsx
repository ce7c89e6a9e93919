import { fireEvent, render } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useEngine } from "./use-engine.ts";

// jsdom has none.
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue();
});

type Line = { url: string; fromS: number };

function Played({ url, fromS }: Line) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { fault } = useEngine(video, {
    contentId: "an-item",
    url,
    fromS,
    startAtS: 0,
    prefetched: null,
    shouldAutoplay: false,
    renewUrl: async () => false,
  });
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: nothing is played */}
      <video ref={setVideo} />
      {fault}
    </>
  );
}

/** jsdom has no Media Source, so the element plays by itself, and it never loads anything. */
function watch(line: Line, atS: number) {
  const { container, rerender } = render(<Played {...line} />);
  const video = container.querySelector("video");
  if (!video) throw new Error("no video");
  Object.defineProperty(video, "readyState", { value: 4 });
  video.currentTime = atS;
  return {
    container,
    video,
    continueOn: (next: Line): number => {
      rerender(<Played {...next} />);
      video.currentTime = 0;
      fireEvent(video, new Event("loadedmetadata"));
      return video.currentTime;
    },
  };
}

test("a new URL of the same time line continues where the last one stopped", () => {
  expect(watch({ url: "/old.m3u8", fromS: 0 }, 600).continueOn({ url: "/new.m3u8", fromS: 0 })).toBe(600);
});

test("whoever watches a video while it is trimmed goes on at the same moment, and at the start if it was cut away", () => {
  const viewer = watch({ url: "/whole.m3u8", fromS: 0 }, 600);
  expect(viewer.continueOn({ url: "/trimmed.m3u8", fromS: 300 })).toBe(300);
  const other = watch({ url: "/whole.m3u8", fromS: 0 }, 100);
  expect(other.continueOn({ url: "/trimmed.m3u8", fromS: 300 })).toBe(0);
  const third = watch({ url: "/trimmed.m3u8", fromS: 300 }, 100);
  expect(third.continueOn({ url: "/whole.m3u8", fromS: 0 })).toBe(400);
});

test("once the connection is back, the video loads again where it stopped, and stays paused if it was", () => {
  vi.stubGlobal("MediaError", { MEDIA_ERR_NETWORK: 2 });
  const { container, video } = watch({ url: "/whole.m3u8", fromS: 0 }, 600);
  const played = vi.spyOn(video, "play");
  fireEvent(window, new Event("online"));
  expect(video.currentTime).toBe(600);
  fireEvent(video, new Event("error"));
  expect(container.textContent).toContain("could not be played");
  fireEvent(window, new Event("online"));
  expect(container.textContent).toBe("");
  video.currentTime = 0;
  fireEvent(video, new Event("loadedmetadata"));
  expect([video.currentTime, played.mock.calls]).toEqual([600, []]);
});
