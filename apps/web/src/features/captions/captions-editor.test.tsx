import { CAPTIONS_MESSAGES } from "@app/contract/captions";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useToasts } from "#lib/toast.ts";
import { isDisabled } from "#testing/page-parts.tsx";
import { findUnsavedLanguage } from "./captions-draft.ts";
import {
  type Answer,
  button,
  CUES,
  SILENCES,
  saved,
  serve,
  show,
  TRACK,
  textOf,
  timeOf,
} from "./testing/open-editor.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["are none", { status: 200, message: "OK", data: { silences: [] } }, "There is no silence in this video to snap to."],
  [
    "are still looked for",
    { status: 200, message: "OK", data: { silences: null } },
    "Looking for silences to snap to…",
  ],
])("says why nothing can be snapped to silences that %s", async (_, reply, sentence) => {
  serve(
    () => saved(3),
    () => reply,
  );
  show();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(isDisabled(screen.getAllByRole("button", { name: "Snap to silence" })[0])).toBe(true);
});

test("silences that could not be loaded can be loaded again", async () => {
  let silences: Answer = { status: 500, message: "Please try again.", data: null };
  serve(
    () => saved(3),
    () => silences,
  );
  show();
  await screen.findByText(/^The silences to snap to could not be loaded/);
  silences = SILENCES;
  await userEvent.click(button("Retry"));
  await waitFor(() => expect(screen.queryByText(/silences to snap to/)).toBeNull());
});

describe("the caption editor", () => {
  test("says so when a time that was typed would run into a neighbor", async () => {
    serve(() => saved(3));
    show();
    const start = screen.getByLabelText("Start of cue 2");
    await userEvent.clear(start);
    await userEvent.type(start, "0:00{Enter}");
    expect(screen.getByText(/^0:00\.000 was changed to 0:03\.000: cues cannot overlap/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Text of cue 2"), "!");
    expect(screen.getByText(/^0:00\.000 was changed to/)).toBeTruthy();
    await userEvent.click(button("Undo"));
    await userEvent.click(button("Undo"));
    expect([timeOf("Start of cue 2"), screen.queryByText(/was changed to/)]).toEqual(["0:05.000", null]);
  });

  test("splits at the cursor, merges, moves edges by keys, snaps to silence, and saves a file of its revision", async () => {
    const sent = serve(() => saved(3));
    show();
    expect(isDisabled(button("Save captions"))).toBe(true);
    const first = screen.getByLabelText<HTMLTextAreaElement>("Text of cue 1");
    first.focus();
    first.setSelectionRange(4, 4);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect([textOf(1), textOf(2), timeOf("End of cue 1")]).toEqual(["Kick", "off", "0:02.143"]);
    await userEvent.click(screen.getAllByRole("button", { name: "Merge with next" })[0] as HTMLElement);
    expect(textOf(1)).toBe("Kick off");

    await userEvent.click(screen.getByLabelText("Start of cue 1"));
    await userEvent.keyboard("{ArrowUp}{Shift>}{ArrowDown}{/Shift}");
    expect(timeOf("Start of cue 1")).toBe("0:00.100");
    await waitFor(() => expect(isDisabled(screen.getAllByRole("button", { name: "Snap to silence" })[1])).toBe(false));
    await userEvent.click(screen.getAllByRole("button", { name: "Snap to silence" })[1] as HTMLElement);
    expect(timeOf("Start of cue 2")).toBe("0:04.700");

    await userEvent.click(button("Save captions"));
    await waitFor(() => expect(sent.files).toHaveLength(1));
    expect(sent.paths[0]).toMatch(/\/content\/a\/captions\/en\?revision=2$/);
    expect(sent.files[0]).toContain("00:00:00.100 --> 00:00:03.000\nKick off\n");
    await waitFor(() => expect(isDisabled(button("Save captions"))).toBe(true));
  });

  test("warns of a speed that nobody can read, with the figure, and says what is wrong with a cue", async () => {
    serve(() => saved(3));
    const { clock } = show();
    expect(screen.getByText(/^46 characters a second: too fast/)).toBeTruthy();
    act(() => clock.set(20));
    await userEvent.click(button("Add a cue here"));
    expect(timeOf("Start of cue 3")).toBe("0:20.000");
    expect(screen.getByText("This cue has no text.")).toBeTruthy();
    expect(isDisabled(button("Save captions"))).toBe(true);
    await userEvent.keyboard("Goal");
    expect(isDisabled(button("Save captions"))).toBe(false);
  });

  test("puts the cursor in a cue that is added before the one that is selected", async () => {
    serve(() => saved(3));
    const { clock } = show();
    await userEvent.click(button("Add a cue here"));
    expect(document.activeElement).toBe(screen.getByLabelText("Text of cue 1"));
    await userEvent.click(screen.getByLabelText("Text of cue 3"));
    act(() => clock.set(3.5));
    await userEvent.click(button("Add a cue here"));
    expect([document.activeElement, textOf(3)]).toEqual([screen.getByLabelText("Text of cue 3"), ""]);
  });

  test("undoes change by change, a typed word at once, and has nothing to save at the end", async () => {
    serve(() => saved(3));
    show();
    expect(isDisabled(button("Undo"))).toBe(true);
    await userEvent.type(screen.getByLabelText("Text of cue 1"), " now");
    await userEvent.click(screen.getAllByRole("button", { name: /^Merge/ })[0] as HTMLElement);
    expect(document.activeElement).toBe(screen.getByLabelText("Text of cue 1"));
    await userEvent.click(button("Delete cue 1"));
    expect(screen.queryByLabelText("Text of cue 1")).toBeNull();
    await userEvent.click(button("Undo"));
    expect(textOf(1)).toBe("Kick off now A very long sentence that nobody reads so fast");
    await userEvent.click(button("Undo"));
    expect(textOf(2)).toBe("A very long sentence that nobody reads so fast");
    await userEvent.click(button("Undo"));
    expect([textOf(1), isDisabled(button("Undo")), isDisabled(button("Save captions"))]).toEqual([
      "Kick off",
      true,
      true,
    ]);
  });

  test("says what was done each time, until something else is", async () => {
    serve(() => saved(3));
    const { clock } = show();
    const said = (text: string) => screen.queryByText(text);
    act(() => clock.set(2));
    await userEvent.click(button("Add a cue here"));
    act(() => clock.set(59.95));
    await userEvent.click(button("Add a cue here"));
    expect(said("There is no room for a cue here.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Text of cue 2"), "Goal");
    expect([said("There is no room for a cue here."), said("3 cues")]).toEqual([null, expect.anything()]);
    await userEvent.click(button("Undo"));
    const first = said("The last change was undone.");
    await userEvent.click(button("Undo"));
    const second = said("The last change was undone.");
    // A screen reader reads what is new in the region, not what is the same.
    expect([first, second, first === second]).toEqual([expect.anything(), expect.anything(), false]);
  });

  test("a change without an effect is nothing to undo", async () => {
    serve(() => saved(3));
    show();
    await userEvent.click(screen.getByLabelText("Start of cue 1"));
    await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    expect(timeOf("Start of cue 1")).toBe("0:00.000");
    await userEvent.click(screen.getAllByRole("button", { name: "Split at cursor" })[1] as HTMLElement);
    await userEvent.click(button("Undo"));
    expect([timeOf("Start of cue 1"), isDisabled(button("Undo"))]).toEqual(["0:01.000", true]);
  });

  test("says what was typed where a time belongs, and keeps the time", async () => {
    serve(() => saved(3));
    show();
    const start = screen.getByLabelText<HTMLInputElement>("Start of cue 1");
    const type = async (text: string) => {
      await userEvent.clear(start);
      await userEvent.type(start, `${text}{Enter}`);
    };
    await type("soon");
    expect(screen.getByText("“soon” is not a time like 0:01.000.")).toBeTruthy();
    expect(start.value).toBe("0:01.000");
    await type("0:02");
    expect(screen.queryByText(/is not a time/)).toBeNull();
    expect(start.value).toBe("0:02.000");
  });

  test("says why captions without a cue cannot be saved", async () => {
    serve(() => saved(3));
    show();
    await userEvent.click(button("Delete cue 2"));
    await userEvent.click(button("Delete cue 1"));
    expect(isDisabled(button("Save captions"))).toBe(true);
    expect(screen.getByText(/^Captions need at least one cue/)).toBeTruthy();
  });

  test("after the last cue is deleted, the one before it has the focus", async () => {
    serve(() => saved(3));
    show();
    await userEvent.click(button("Delete cue 2"));
    expect(document.activeElement).toBe(screen.getByLabelText("Text of cue 1"));
  });

  test("discards a change at once where it is made", async () => {
    serve(() => saved(3));
    show();
    await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
    await userEvent.click(button("Discard changes"));
    expect(textOf(1)).toBe("Kick off");
    cleanup();
    show();
    expect(screen.queryByText("Your unsaved changes are back.")).toBeNull();
  });

  test("discards the error of a refused save along with the change", async () => {
    serve(() => ({ status: 422, message: "This file cannot be read.", data: null }));
    show();
    await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
    await userEvent.click(button("Save captions"));
    await screen.findByText("This file cannot be read.");
    await userEvent.click(button("Discard changes"));
    expect(textOf(1)).toBe("Kick off");
    expect(screen.queryByText("This file cannot be read.")).toBeNull();
  });

  test("keeps unsaved changes over a reload, until they are discarded", async () => {
    serve(() => saved(3));
    show();
    await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
    cleanup();
    show();
    expect(textOf(1)).toBe("Kick off!");
    await userEvent.click(button("Discard"));
    expect(textOf(1)).toBe("Kick off");
    cleanup();
    show();
    expect(screen.queryByText("Your unsaved changes are back.")).toBeNull();
  });

  test("keeps what is typed while it saves, also over a reload, and saves it next", async () => {
    const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
    let revision = 2;
    const sent = serve(async () => {
      await isSeen;
      return saved(++revision);
    });
    const { showTrack } = show();
    await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
    await userEvent.click(button("Save captions"));
    await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
    letGo();
    await waitFor(() => expect(isDisabled(button("Save captions"))).toBe(false));
    showTrack({ ...TRACK, revision: 3 });
    expect(textOf(1)).toBe("Kick off!!");
    cleanup();
    show({ ...TRACK, revision: 3 });
    expect(textOf(1)).toBe("Kick off!!");
    await userEvent.click(button("Save captions"));
    await waitFor(() => expect(sent.paths.at(-1)).toMatch(/revision=3$/));
    expect(sent.files[0]).toContain("Kick off!\n");
    expect(sent.files[1]).toContain("Kick off!!\n");
    await waitFor(() => expect(isDisabled(button("Save captions"))).toBe(true));
  });

  test("goes on in its place when another tab saves: with the focus, and with what can be undone", async () => {
    serve(() => saved(3));
    const { showTrack, forget } = show();
    await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
    // What the other tab saved is loaded first.
    forget(3);
    showTrack({ ...TRACK, revision: 3 });
    expect(document.activeElement).toBe(screen.getByLabelText("Text of cue 1"));
    expect(textOf(1)).toBe("Kick off!");
    await userEvent.click(button("Undo"));
    expect(textOf(1)).toBe("Kick off");
  });

  test("offers no choice in a conflict before it can show what the other tab saved", async () => {
    serve(() => ({ status: 409, message: CAPTIONS_MESSAGES.changed, data: null }));
    const { showTrack, forget, remember } = show();
    await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
    forget(3);
    showTrack({ ...TRACK, revision: 3 });
    await userEvent.click(button("Save captions"));
    await screen.findByText(CAPTIONS_MESSAGES.changed);
    expect(screen.queryByRole("button", { name: "Keep mine" })).toBeNull();
    remember(3, [{ ...CUES[0], text: "Kick-off" } as (typeof CUES)[number]]);
    await screen.findByRole("button", { name: "Keep mine" });
    expect(screen.getByRole("list", { name: "Only in theirs" }).textContent).toContain("Kick-off");
  });

  test("shows what another tab saved at once if nothing was changed here", async () => {
    serve(() => saved(3));
    const { showTrack, remember } = show();
    remember(3, [{ ...CUES[0], text: "Kick-off!" } as (typeof CUES)[number]]);
    showTrack({ ...TRACK, revision: 3 });
    await waitFor(() => expect(textOf(1)).toBe("Kick-off!"));
    expect(screen.queryByRole("button", { name: "Keep mine" })).toBeNull();
  });

  test("does not silently overwrite another tab's captions: you keep yours or take theirs", async () => {
    let isStale = true;
    const sent = serve(() => (isStale ? { status: 409, message: CAPTIONS_MESSAGES.changed, data: null } : saved(4)));
    const { showTrack } = show();
    await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
    await userEvent.click(button("Save captions"));
    await screen.findByText(CAPTIONS_MESSAGES.changed);
    showTrack({ ...TRACK, revision: 3 });
    expect(screen.getByRole("list", { name: "Only in theirs" }).textContent).toBe("0:01.000–0:03.000 Kick off");
    expect(screen.getByRole("list", { name: "Only in yours" }).textContent).toBe("0:01.000–0:03.000 Kick off!");
    isStale = false;
    await userEvent.click(button("Keep mine"));
    expect(textOf(1)).toBe("Kick off!");
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    await userEvent.click(button("Save captions"));
    await waitFor(() => expect(sent.paths.at(-1)).toMatch(/revision=3$/));

    showTrack({ ...TRACK, revision: 4 });
    isStale = true;
    await userEvent.type(await screen.findByLabelText("Text of cue 1"), "?");
    await userEvent.click(button("Save captions"));
    await userEvent.click(await screen.findByRole("button", { name: "Take theirs" }));
    expect(textOf(1)).toBe("Kick off!");
  });
});

test("captions that are not saved are found again after a reload, until they are saved", async () => {
  serve(() => saved(3));
  show();
  expect(findUnsavedLanguage("a")).toBeNull();
  await userEvent.type(await screen.findByLabelText("Text of cue 1"), "!");
  expect(findUnsavedLanguage("a")).toBe("en");
  await userEvent.click(button("Save captions"));
  await waitFor(() => expect(findUnsavedLanguage("a")).toBeNull());
});

describe("a save during which the editor is left", () => {
  const messages = () => useToasts.getState().toasts.map(({ message }) => message);

  /** Types, saves, types again if `more`, and leaves; `end` lets the server reply. */
  async function saveAndLeave(reply: Answer, more = "") {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    serve(() => promise);
    const shown = show();
    await userEvent.type(screen.getByLabelText("Text of cue 1"), "!");
    await userEvent.click(button("Save captions"));
    if (more !== "") await userEvent.type(screen.getByLabelText("Text of cue 1"), more);
    shown.leave();
    const end = async () => {
      resolve(reply);
      await waitFor(() => expect(messages()).toHaveLength(1));
      expect(messages()).toEqual([reply.status === 200 ? CAPTIONS_MESSAGES.saved : reply.message]);
    };
    return { ...shown, end };
  }

  test.each([
    ["nothing", "", "Kick off!", null],
    ["what was typed after the click", "?", "Kick off!?", "en"],
  ])("leaves %s to be saved, and no conflict", async (_, more, text, unsaved) => {
    const { end, showTrack } = await saveAndLeave(saved(3), more);
    await end();
    expect(findUnsavedLanguage("a")).toBe(unsaved);
    showTrack({ ...TRACK, revision: 3 });
    expect(textOf(1)).toBe(text);
    expect([screen.queryByRole("alert"), isDisabled(button("Save captions"))]).toEqual([null, unsaved === null]);
  });

  test("is no conflict for who is back before it ends", async () => {
    const { end, showTrack } = await saveAndLeave(saved(3));
    showTrack(TRACK);
    await end();
    showTrack({ ...TRACK, revision: 3 });
    expect(textOf(1)).toBe("Kick off!");
    expect([screen.queryByRole("alert"), findUnsavedLanguage("a")]).toEqual([null, null]);
  });

  test("says why it was refused, and leaves the changes to be found", async () => {
    const { end } = await saveAndLeave({ status: 422, message: "This file cannot be read.", data: null });
    await end();
    expect(findUnsavedLanguage("a")).toBe("en");
  });
});
