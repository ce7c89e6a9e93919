import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Player, type PlayerProps } from "./player.tsx";

// jsdom has none.
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.stubGlobal("MediaError", { MEDIA_ERR_NETWORK: 2 });
});

function show(filmRoom?: PlayerProps["filmRoom"]) {
  const { container } = render(
    <Player
      contentId="a"
      hls="/a.m3u8"
      poster={null}
      storyboard={null}
      title="Final"
      lengthS={60}
      isGrowing={false}
      isTheater={false}
      onTheater={null}
      onWatched={() => undefined}
      onRetry={() => undefined}
      onGone={async () => false}
      {...(filmRoom && { filmRoom })}
    />,
  );
  const video = container.querySelector("video");
  if (!video) throw new Error("no video");
  const become = (event: "play" | "pause") => {
    Object.defineProperty(video, "paused", { value: event === "pause", configurable: true });
    fireEvent(video, new Event(event));
  };
  return { container, video, become };
}

const button = (name: string) => screen.getByRole("button", { name });

test("with a drawing tool, the controls are away while the video is paused, and there while it plays", async () => {
  const { container, become } = show({
    isOpen: true,
    onToggle: () => undefined,
    render: ({ onDrawing }) => (
      <button type="button" onClick={() => onDrawing(true)}>
        Arrow
      </button>
    ),
  });
  const isInert = () => container.querySelector("[data-controls]")?.hasAttribute("inert");
  expect(isInert()).toBe(false);
  await userEvent.click(button("Arrow"));
  expect(isInert()).toBe(true);
  become("play");
  expect(isInert()).toBe(false);
  become("pause");
  expect(isInert()).toBe(true);
});

test("with a drawing tool, the player has the focus once the button that pauses it is away", async () => {
  const { become } = show({
    isOpen: true,
    onToggle: () => undefined,
    render: ({ onDrawing }) => (
      <button type="button" onClick={() => onDrawing(true)}>
        Arrow
      </button>
    ),
  });
  await userEvent.click(button("Arrow"));
  become("play");
  expect(document.activeElement).toBe(button("Arrow"));
  screen.getByRole("button", { name: /^Pause/ }).focus();
  become("pause");
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Player: Final" }));
});

test("the player has the focus once the button that plays it is gone", async () => {
  const { become } = show();
  button("Play Final").focus();
  await userEvent.keyboard("{Enter}");
  become("play");
  expect(screen.queryByRole("button", { name: "Play Final" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Player: Final" }));
});

test("the player has the focus once the button that loads it again is gone", async () => {
  const { video } = show();
  fireEvent(video, new Event("error"));
  await userEvent.click(button("Retry"));
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Player: Final" }));
});
