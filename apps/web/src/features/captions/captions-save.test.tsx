import type { CaptionCue, CaptionTrack } from "@app/contract/captions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createPlayClock } from "#lib/play-clock.ts";
import { answerWith, isDisabled } from "#testing/page-parts.tsx";
import { captionCues } from "./captions.queries.ts";
import { CaptionsEditor } from "./captions-editor.tsx";
import * as server from "./testing/open-editor.tsx";

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
        fromS={0}
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

const MOVED = "What viewers see of this video has changed. The times of your captions were moved with it.";

test("captions that are kept after the video was trimmed follow the trim", async () => {
  const sent = server.serve(() => server.saved(4));
  const { showTrack } = server.show();
  await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
  showTrack({ ...server.TRACK, revision: 3 }, { fromS: 2, lengthS: 3.5 });
  expect(screen.getByRole("list", { name: "Only in yours" }).textContent).toMatch(/^0:00.000–0:01.000 Kick off!/);
  await userEvent.click(button("Keep mine"));
  expect(screen.getByText(MOVED)).toBeTruthy();
  await userEvent.click(button("Save captions"));
  await waitFor(() => expect(sent.files).toHaveLength(1));
  expect(sent.paths[0]).toMatch(/revision=3$/);
  expect(sent.files[0]?.match(/[\d:.]+ --> [\d:.]+/g)).toEqual([
    "00:00:00.000 --> 00:00:01.000",
    "00:00:03.000 --> 00:00:03.500",
  ]);
  await waitFor(() => expect(screen.queryByText(MOVED)).toBeNull());
});

test("captions that the trim cut away are left out, which is said", async () => {
  server.serve(() => server.saved(4));
  const { showTrack } = server.show();
  await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
  showTrack({ ...server.TRACK, revision: 3 }, { fromS: 3.5, lengthS: 3.5 });
  await userEvent.click(button("Keep mine"));
  expect(screen.getByText(`${MOVED} Captions outside of it were left out (1).`)).toBeTruthy();
});

test("so do new ones of which nothing is saved yet, also after a reload", async () => {
  server.serve(() => server.saved(3));
  const { leave, showTrack } = server.show(null);
  await userEvent.click(button("Add a cue here"));
  await userEvent.type(screen.getByLabelText("Text of cue 1"), "Kick off");
  expect(server.timeOf("End of cue 1")).not.toBe("0:01.000");
  leave();
  showTrack(null, { fromS: 1, lengthS: 2 });
  expect(screen.getByText(MOVED)).toBeTruthy();
  expect([server.textOf(1), server.timeOf("Start of cue 1")]).toEqual(["Kick off", "0:00.000"]);
});
