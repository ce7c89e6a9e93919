import type { CaptionTrack } from "@app/contract/captions";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ControlBar } from "./control-bar.tsx";
import { INITIAL_STATE } from "./hls-engine.ts";

const TRACKS: CaptionTrack[] = [
  { language: "en", is_automatic: true, revision: 1, url: "/en.vtt" },
  { language: "es", is_automatic: false, revision: 1, url: "/es.vtt" },
];
const PLAYBACK = {
  isPaused: true,
  isWaiting: false,
  hasStarted: false,
  hasEnded: false,
  atS: 0,
  durationS: 60,
  playableUntilS: 0,
  bufferedUntilS: 0,
  volume: 1,
  isMuted: false,
  rate: 1,
};
const SHOWN = {
  isShown: true,
  isInert: false,
  isFullscreen: false,
  isTheater: false,
  hasTheater: false,
  hasShortcuts: true,
  video: null,
  playback: PLAYBACK,
  lengthS: 60,
  storyboard: null,
  chapters: [],
  filmRoom: null,
};

test("captions that nobody has checked are marked as automatic, in the menu and on its button", async () => {
  const choose = vi.fn<(language: string | null) => void>();
  render(
    <ControlBar
      {...SHOWN}
      engine={{ ...INITIAL_STATE, chosen: null, setQuality: vi.fn(), retry: vi.fn() }}
      captions={{ tracks: TRACKS, language: "en", text: "", choose, toggle: () => "" }}
      run={vi.fn()}
      onShortcuts={vi.fn()}
      onInteracting={vi.fn()}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Captions: English (automatic)" }));
  const choices = screen.getAllByRole("menuitemradio");
  expect(choices.map(({ textContent }) => textContent)).toEqual(["Off", "English (automatic)", "Spanish"]);
  await userEvent.click(screen.getByRole("menuitemradio", { name: "Spanish" }));
  expect(choose.mock.calls).toEqual([["es"]]);
});
