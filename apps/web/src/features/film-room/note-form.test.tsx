import { FILM_NOTE_MESSAGES } from "@app/contract/film-note-limits";
import type { FilmNote } from "@app/contract/film-notes";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import type { Sent } from "#testing/page-parts.tsx";
import { click, editFirst, FIRST, field, openRoom, SECOND, shapes, stubNotes } from "./testing/open-room.tsx";

let sent: Sent[] = [];
beforeEach(() => {
  sent = stubNotes();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("while a note is written", () => {
  test("viewing another note changes neither its drawing nor what can be undone", async () => {
    const { close } = await openRoom();
    await editFirst();
    await click("Arrow");
    await click(/^Place in the middle/);
    expect(shapes()).toEqual(["line", "arrow"]);
    await click(/The turn/);
    expect(shapes()).toEqual(["circle"]);
    await click("Save note");
    const saved = sent.find(({ path }) => path.endsWith(`/film-notes/${FIRST.id}`))?.body as FilmNote;
    expect(saved.drawing.map(({ kind }) => kind)).toEqual(["line", "arrow"]);
    close();
  });

  test("its drawing comes back with a click, or when a tool is chosen, and can still be undone", async () => {
    const { close } = await openRoom();
    await editFirst();
    await click("Arrow");
    await click(/^Place in the middle/);
    await click(/The turn/);
    await click("Show my drawing");
    expect(shapes()).toEqual(["line", "arrow"]);
    await click(/The turn/);
    await click("Circle");
    await click("Undo");
    expect(shapes()).toEqual(["line"]);
    close();
  });

  test("what is wrong with it is no longer told once it is changed", async () => {
    const { close } = await openRoom();
    await click("Add a note");
    const end = screen.getByRole("textbox", { name: "To" });
    await userEvent.clear(end);
    await userEvent.type(end, "soon");
    await click("Save note");
    expect(await screen.findByText("Please enter a time such as 1:23.5.")).toBeTruthy();
    await userEvent.clear(end);
    expect(screen.queryByText("Please enter a time such as 1:23.5.")).toBeNull();
    close();
  });

  test("a time that the server refuses is told at its field, and corrected in the same note", async () => {
    const { close } = await openRoom();
    await editFirst();
    const errors = { to_ms: ["The video ends before that."] };
    const refusal = { code: 422, status: "error", kind: "invalid_input", message: "Check it.", data: null, errors };
    const answer = globalThis.fetch;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      const saved = await answer(path, init);
      const isLate = typeof init.body === "string" && init.body.includes('"to_ms":1200000');
      return isLate ? Response.json({ ...refusal, request_id: "r" }, { status: 422 }) : saved;
    });
    const end = screen.getByRole("textbox", { name: "To" });
    await userEvent.clear(end);
    await userEvent.type(end, "20:00");
    await click("Save note");
    expect(await screen.findByText("The video ends before that.")).toBeTruthy();
    expect(document.activeElement).toBe(end);
    expect(screen.queryByText(/^This note was deleted/)).toBeNull();
    await userEvent.clear(end);
    await userEvent.type(end, "0:05");
    sent.length = 0;
    await click("Save note");
    await screen.findByRole("button", { name: "Add a note" });
    expect(sent.filter(({ body }) => body !== undefined).map(({ path }) => path.split("/").at(-1))).toEqual([FIRST.id]);
    close();
  });

  test("its text and its range survive opening another note and leaving the room, until it is canceled", async () => {
    const first = await openRoom();
    await click("Add a note");
    const end = () => screen.getByRole<HTMLInputElement>("textbox", { name: "To" });
    await userEvent.clear(end());
    await userEvent.type(end(), "0:04.5");
    await userEvent.type(field(), "Left foot");
    await editFirst();
    expect(field().value).toBe("The start");
    await userEvent.type(field(), " was late");
    first.close();

    const second = await openRoom();
    expect([field().value, end().value]).toEqual(["Left foot", "0:04.5"]);
    expect(document.activeElement).not.toBe(field());
    await editFirst();
    expect(field().value).toBe("The start was late");
    await click("Cancel");
    await click("Add a note");
    expect([field().value, end().value]).toEqual(["Left foot", "0:04.5"]);
    await click("Cancel");
    await click("Add a note");
    expect([field().value, end().value]).toEqual(["", "0:01.000"]);
    await editFirst();
    expect(field().value).toBe("The start");
    second.close();
  });

  test("what was changed earlier does not silently replace a version that was saved since", async () => {
    const first = await openRoom();
    await editFirst();
    await userEvent.type(field(), " was late");
    first.close();

    sent = stubNotes([{ ...FIRST, text: "The start, again", updated_at: "2026-02-04T10:00:00.000Z" }, SECOND]);
    const second = await openRoom();
    await userEvent.click(screen.getAllByText("Edit")[0] as HTMLElement);
    expect(field().value).toBe("The start was late");
    expect(screen.getByText(/The saved note has changed since/)).toBeTruthy();
    await click("Save note");
    // Which the server refuses.
    const saved = sent.find(({ path, body }) => path.endsWith(FIRST.id) && body !== undefined);
    expect(saved?.body).toMatchObject({ text: "The start was late", saved_at: FIRST.updated_at });
    second.close();
  });

  test("what is typed or drawn while it is being saved stays, as a change of the saved note", async () => {
    const { close } = await openRoom();
    await click("Add a note");
    await userEvent.type(field(), "Left");
    const release = holdSaving();
    await click("Save note");
    await userEvent.type(field(), " foot");
    await click("Arrow");
    await click(/^Place in the middle/);
    await release();
    expect([field().value, document.activeElement?.tagName]).toEqual(["Left foot", "BUTTON"]);
    await click("Save note");
    await screen.findByRole("button", { name: "Add a note" });
    const [first, second] = sent.filter(({ body }) => body !== undefined);
    expect(first).toMatchObject({ path: expect.stringMatching(/\/film-notes$/), body: { text: "Left", drawing: [] } });
    expect(second).toMatchObject({
      path: expect.stringContaining(FIRST.id),
      body: { text: "Left foot", drawing: [{ kind: "arrow" }], saved_at: FIRST.updated_at },
    });
    await click("Add a note");
    expect([field().value, shapes()]).toEqual(["", []]);
    close();
  });

  test("what was typed while it was being saved is kept for the saved note when another is opened", async () => {
    const first = await openRoom();
    await editFirst();
    const release = holdSaving();
    await click("Save note");
    await userEvent.type(field(), " was late");
    await userEvent.click(screen.getAllByText("Edit")[1] as HTMLElement);
    await click("Circle");
    await click(/^Place in the middle/);
    await release();
    expect([field().value, shapes()]).toEqual(["The turn", ["circle", "circle"]]);
    expect(screen.queryByRole("button", { name: "Add a note" })).toBeNull();
    await editFirst();
    expect(field().value).toBe("The start was late");
    await click("Cancel");
    first.close();
  });

  test.each([
    ["a new one", () => click("Add a note"), {}],
    ["a changed one", editFirst, { saved_at: FIRST.updated_at }],
  ])("%s says in which part of the video its times are, also after the video was trimmed", async (_, open, version) => {
    const first = await openRoom();
    await open();
    await userEvent.type(field(), "Left foot");
    first.close();
    const second = await openRoom(null, 20);
    if (screen.queryByRole("textbox", { name: "Note" }) === null) await open();
    await click("Save note");
    expect(savedOf(sent)).toMatchObject([{ text: expect.stringContaining("Left foot"), trim_from_s: 0, ...version }]);
    second.close();
  });

  test.each([
    ["a new one", () => click("Add a note")],
    ["a changed one", editFirst],
  ])("%s whose times were refused is saved in the part that the player then shows", async (_, open) => {
    const trim = stubTrims();
    const first = await openRoom();
    await open();
    await userEvent.type(field(), "Left foot");
    trim(20);
    await click("Save note");
    await screen.findByText(FILM_NOTE_MESSAGES.retimed);
    await click("Save note");
    await screen.findByRole("button", { name: "Add a note" });
    expect(savedOf(sent).map((note) => note["trim_from_s"])).toEqual([0, 20]);
    expect(savedOf(sent)[1]).not.toHaveProperty("saved_at");
    first.close();
  });

  test("one whose times were refused and corrected is not refused again on the next visit", async () => {
    const trim = stubTrims();
    const first = await openRoom();
    await click("Add a note");
    await userEvent.type(field(), "Left foot");
    trim(20);
    await click("Save note");
    await screen.findByText(FILM_NOTE_MESSAGES.retimed);
    await click(/^To:/);
    first.close();
    const second = await openRoom(null, 20);
    await click("Save note");
    await screen.findByRole("button", { name: "Add a note" });
    expect(savedOf(sent).map((note) => note["trim_from_s"])).toEqual([0, 20]);
    second.close();
  });

  test("one that another tab changed is replaced by the next Save, with its times in the same part", async () => {
    const { close } = await openRoom(null, 20);
    await editFirst();
    refuse(({ saved_at }) => (saved_at === undefined ? null : FILM_NOTE_MESSAGES.changed));
    await click("Save note");
    await screen.findByText(FILM_NOTE_MESSAGES.changed);
    await click("Save note");
    await screen.findByRole("button", { name: "Add a note" });
    expect(savedOf(sent)).toMatchObject([{ saved_at: FIRST.updated_at, trim_from_s: 20 }, { trim_from_s: 20 }]);
    close();
  });

  test("a saved text is not offered again", async () => {
    const { close } = await openRoom();
    await click("Add a note");
    await userEvent.type(field(), "Left foot");
    await click("Save note");
    await click("Add a note");
    expect(field().value).toBe("");
    close();
  });
});

test("a new note whose reply was lost is sent again as the same one, and a changed one as another", async () => {
  const { close } = await openRoom();
  await click("Add a note");
  await userEvent.type(field(), "Left foot");
  const keys: string[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (typeof init.body !== "string") return answer(path, init);
    keys.push(JSON.parse(init.body).idempotency_key);
    throw new TypeError("Failed to fetch");
  });
  const fails = async () => {
    const before = keys.length;
    await click("Save note");
    await vi.waitFor(() => expect(keys).toHaveLength(before + 1));
    await screen.findByText(/connection/i);
  };
  await fails();
  await fails();
  await userEvent.type(field(), "!");
  await fails();
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  await click("Cancel");
  close();
});

/** @returns the notes that were sent, also those that were refused */
function savedOf(all: readonly Sent[]): Record<string, unknown>[] {
  return all.flatMap(({ body }) => (body === undefined ? [] : [body as Record<string, unknown>]));
}

/** The server refuses a note for the reason that is returned, if any. */
function refuse(findReason: (note: Record<string, unknown>) => string | null): void {
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const saved = await answer(path, init);
    const message = typeof init.body === "string" ? findReason(JSON.parse(init.body)) : null;
    const refusal = { code: 409, status: "error", kind: "conflict", errors: {}, data: null, request_id: "1" };
    return message === null ? saved : Response.json({ ...refusal, message }, { status: 409 });
  });
}

/** The server refuses notes whose times are not in the part that is shown. @returns trims the video */
function stubTrims(): (fromS: number) => void {
  let trimFromS = 0;
  refuse((note) => (note["trim_from_s"] === trimFromS ? null : FILM_NOTE_MESSAGES.retimed));
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const data = anItem({ trim_from_s: trimFromS });
    const isItem = path.endsWith("/content/a");
    return isItem ? Response.json({ code: 200, status: "success", message: "OK", data }) : answer(path, init);
  });
  return (fromS) => {
    trimFromS = fromS;
  };
}

const times = () => ["From", "To"].map((name) => screen.getByRole<HTMLInputElement>("textbox", { name }).value);

test("a new note has the range of the loop; with a drawing it starts at the drawn frame", async () => {
  const { video, close } = await openRoom({ fromS: 5, toS: 25 });
  video.currentTime = 15;
  await click("Add a note");
  expect(times()).toEqual(["0:05.000", "0:25.000"]);
  await click("Cancel");
  await click("Arrow");
  await click(/^Place in the middle/);
  video.currentTime = 20;
  await click("Add a note");
  expect(times()).toEqual(["0:15.000", "0:25.000"]);
  expect(
    screen.getByText(/1 shape on the picture will be saved with it, and shown where the note starts/),
  ).toBeTruthy();
  close();
});

describe("a drawing that is begun after the form was opened", () => {
  const draw = async (video: HTMLVideoElement, atS: number) => {
    video.currentTime = atS;
    await click(/^Place in the middle/);
  };

  test("moves the start of a new note to its frame, also in what is kept of the note", async () => {
    const first = await openRoom();
    await click("Add a note");
    await userEvent.type(field(), "Left foot");
    await click("Arrow");
    await draw(first.video, 2.5);
    expect(times()).toEqual(["0:02.500", "0:02.500"]);
    await click("Undo");
    await draw(first.video, 2);
    expect(times()).toEqual(["0:02.000", "0:02.000"]);
    first.close();
    const second = await openRoom();
    expect(times()).toEqual(["0:02.000", "0:02.000"]);
    await click("Cancel");
    await click("Undo");
    second.close();
  });

  test("keeps the end of the loop", async () => {
    const { video, close } = await openRoom({ fromS: 5, toS: 25 });
    await click("Add a note");
    await click("Arrow");
    await draw(video, 15);
    expect(times()).toEqual(["0:15.000", "0:25.000"]);
    await click("Undo");
    await click("Cancel");
    close();
  });

  test("keeps times that were typed", async () => {
    const { video, close } = await openRoom();
    await click("Add a note");
    const end = screen.getByRole("textbox", { name: "To" });
    await userEvent.clear(end);
    await userEvent.type(end, "0:04.5");
    await click("Arrow");
    await draw(video, 2.5);
    expect(times()).toEqual(["0:00.000", "0:04.5"]);
    await click("Undo");
    await click("Cancel");
    close();
  });
});

/** Nothing is saved until the returned function is called. */
function holdSaving() {
  const answer = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (typeof init.body === "string") await promise;
    return answer(path, init);
  });
  return async () => {
    const saved = sent.length;
    resolve();
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(saved));
    await act(async () =>
      vi.waitFor(() => expect(screen.queryByRole("button", { name: "Save note", busy: true })).toBeNull()),
    );
  };
}
