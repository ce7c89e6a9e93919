import type { CaptionTrack } from "@app/contract/captions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { createPlayClock } from "#lib/play-clock.ts";
import { captionCues } from "./captions.queries.ts";
import { Transcript } from "./transcript.tsx";

const ENGLISH: CaptionTrack = { language: "en", is_automatic: true, revision: 3, url: "/en.vtt" };
const CUES = [
  { start_ms: 1_000, end_ms: 2_000, text: "Kick-off at the Café" },
  { start_ms: 3_000, end_ms: 4_000, text: "<b>What</b> a save!" },
  { start_ms: 65_000, end_ms: 66_000, text: "Goal for Rowing" },
];

function show(lengthS: number | null = 90) {
  const client = new QueryClient();
  client.setQueryData(captionCues("a", "en", 3).queryKey, { ...ENGLISH, cues: CUES });
  const clock = createPlayClock();
  const onSeek = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <Transcript id="a" tracks={[ENGLISH]} lengthS={lengthS} clock={clock} onSeek={onSeek} />
    </QueryClientProvider>,
  );
  return { clock, onSeek };
}

const lines = () => screen.getAllByRole("button").map((line) => line.textContent);

describe("the transcript", () => {
  test("has no line after the end of a shorter file that replaced the video", () => {
    show(60);
    expect(lines()).toHaveLength(2);
    expect(screen.getByText("2 lines.")).toBeTruthy();
  });

  test("has every line as text, and says that they are automatic", () => {
    show();
    expect(lines()).toEqual([
      "0:011 second: Kick-off at the Café",
      "0:033 seconds: <b>What</b> a save!",
      "1:051 minute 5 seconds: Goal for Rowing",
    ]);
    expect(screen.getByText(/^Automatic:/)).toBeTruthy();
  });

  test("finds lines without regard to case and accents, and marks the words", async () => {
    show();
    await userEvent.type(screen.getByLabelText("Search the transcript"), "CAFE");
    expect(lines()).toHaveLength(1);
    expect(document.querySelector("mark")?.textContent).toBe("Café");
    expect(screen.getByRole("status").textContent).toBe("1 line.");
    await userEvent.type(screen.getByLabelText("Search the transcript"), "x");
    expect(screen.getByRole("status").textContent).toBe("No lines match.");
  });

  test("a line seeks, and the line that is spoken is marked", async () => {
    const { clock, onSeek } = show();
    await userEvent.click(screen.getByRole("button", { name: /Goal/ }));
    expect(onSeek).toHaveBeenCalledWith(65);
    act(() => clock.set(3.5));
    expect(document.querySelector("[aria-current]")?.textContent).toContain("save");
  });

  test("stops following the video for whoever tabs through it or takes its scroll bar", async () => {
    show();
    const follow = { name: "Follow the video" };
    screen.getByLabelText("Search the transcript").focus();
    await userEvent.tab();
    expect(document.activeElement?.textContent).toContain("Kick-off");
    await userEvent.click(screen.getByRole("button", follow));
    expect(screen.queryByRole("button", follow)).toBeNull();
    fireEvent.pointerDown(screen.getByRole("list", { name: "Transcript" }));
    expect(screen.getByRole("button", follow)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /Goal/ }));
    expect(screen.queryByRole("button", follow)).toBeNull();
  });

  test("arrow keys go from line to line, and stop following the video until asked", async () => {
    show();
    expect(screen.queryByRole("button", { name: "Follow the video" })).toBeNull();
    screen.getByRole("button", { name: /Kick-off/ }).focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toContain("save");
    await userEvent.keyboard("{End}");
    expect(document.activeElement?.textContent).toContain("Goal");
    screen.getByRole("button", { name: "Follow the video" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(screen.queryByRole("button", { name: "Follow the video" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("list", { name: "Transcript" }));
  });
});
