import type { CaptionCue, CaptionTrack } from "@app/contract/captions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createPlayClock } from "#lib/play-clock.ts";
import { answerWith, isDisabled } from "#testing/page-parts.tsx";
import { captionCues } from "./captions.queries.ts";
import { CaptionsEditor } from "./captions-editor.tsx";

const TRACK: CaptionTrack = { language: "en", is_automatic: false, revision: 2, url: "/en.vtt" };
const CUES: CaptionCue[] = ["Kick off", "Goal", "Full time"].map((text, n) => ({
  start_ms: n * 10_000,
  end_ms: n * 10_000 + 5_000,
  text,
}));

/** The editor of captions that are saved. */
function show(lengthS: number, track = TRACK) {
  const sent = answerWith((path) => (path.includes("/captions/") ? { ...TRACK, revision: 3 } : { silences: [] }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(captionCues("a", "en", TRACK.revision).queryKey, { ...TRACK, cues: CUES });
  render(
    <QueryClientProvider client={client}>
      <CaptionsEditor
        id="a"
        language="en"
        track={track}
        lengthS={lengthS}
        clock={createPlayClock()}
        onSeek={() => undefined}
      />
    </QueryClientProvider>,
  );
  return sent;
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const textOf = (number: number) => screen.queryByLabelText<HTMLTextAreaElement>(`Text of cue ${number}`);

test("says beside Save which cue cannot be saved, and leads to it", async () => {
  show(60);
  expect(screen.queryByRole("button", { name: /^Cue/ })).toBeNull();
  await userEvent.clear(screen.getByLabelText("Text of cue 2"));
  await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
  await userEvent.click(button("Cue 2: This cue has no text."));
  expect(document.activeElement).toBe(textOf(2));
  await userEvent.keyboard("Goal!");
  expect(screen.queryByRole("button", { name: /^Cue/ })).toBeNull();
  expect(isDisabled(button("Save captions"))).toBe(false);
});

test("deletes what comes after the end of a shorter video at once, and takes it back at once", async () => {
  show(10);
  await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
  expect(isDisabled(button("Save captions"))).toBe(true);
  expect(button("Cue 2: This cue starts after the end of the video.")).toBeTruthy();
  await userEvent.click(button("Delete the 2 cues after the end"));
  expect(document.activeElement).toBe(button("Add a cue here"));
  expect(screen.getByText("Deleted 2 cues.")).toBeTruthy();
  expect([textOf(1)?.value, textOf(2)]).toEqual(["Kick off!", null]);
  expect(isDisabled(button("Save captions"))).toBe(false);
  await userEvent.click(button("Undo"));
  expect(textOf(3)?.value).toBe("Full time");
  expect(textOf(1)?.value).toBe("Kick off!");
});

test("offers to delete a single cue after the end", async () => {
  show(20);
  await userEvent.click(button("Delete the cue after the end"));
  expect([textOf(2)?.value, textOf(3)]).toEqual(["Goal", null]);
});

test("automatic captions that are right can be saved as they are, which marks them as checked", async () => {
  const sent = show(60, { ...TRACK, is_automatic: true });
  await userEvent.click(button("Save captions"));
  await waitFor(() => expect(sent.at(-1)?.path).toMatch(/\/captions\/en\?revision=2$/));
});
