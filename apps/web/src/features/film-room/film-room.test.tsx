import type { FilmNote } from "@app/contract/film-notes";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answerWith, renderWithQueries, type Sent } from "#testing/page-parts.tsx";
import { FilmRoom } from "./film-room.tsx";

const note = (number: number, text: string, kind: "line" | "circle") =>
  ({
    id: `0190a1b2-0000-7000-8000-00000000000${number}`,
    text,
    from_ms: 1_000,
    to_ms: 1_000,
    is_shared: false,
    drawing: [{ kind, color: "red", points: [0, 0, 5_000, 5_000] }],
    created_at: "2026-02-03T10:00:00.000Z",
    updated_at: "2026-02-03T10:00:00.000Z",
    author: { name: "Leo", username: "leo", is_you: true },
    can: { edit: true, remove: true },
  }) as unknown as FilmNote;
const [FIRST, SECOND] = [note(1, "The start", "line"), note(2, "The turn", "circle")];

let sent: Sent[] = [];

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => undefined);
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  sent = answerWith((path) =>
    path.includes("per_page")
      ? { notes: [FIRST, SECOND], pagination: { current_page: 1, per_page: 50, total: 2, last_page: 1, next: null } }
      : FIRST,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function openRoom(loop: { fromS: number; toS: number | null } | null = null) {
  const places = [document.createElement("div"), document.createElement("div")] as const;
  document.body.append(...places);
  const video = document.createElement("video");
  const root = createRootRoute({
    component: () => (
      <FilmRoom
        video={video}
        atS={0}
        rate={1}
        isPaused={true}
        isFullscreen={false}
        framesPerSecond={30}
        hasShortcuts={true}
        loop={loop}
        onLoop={() => undefined}
        onDrawing={() => undefined}
        onClose={() => undefined}
        contentId={"a"}
        title={"Final"}
        channelName={"Maya"}
        isOwner={true}
        toolsPlace={places[0]}
        notesPlace={places[1]}
      />
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  const room = renderWithQueries(<RouterProvider router={router as never} />);
  await screen.findByText("The turn");
  return {
    video,
    close: () => {
      room.unmount();
      for (const place of places) place.remove();
    },
  };
}

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const shapes = () => [...document.querySelectorAll("[data-shape]")].map((shape) => shape.getAttribute("data-shape"));
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note" });
const editFirst = () =>
  userEvent.click(within(screen.getByText("The start").closest("li") as HTMLElement).getByText("Edit"));

describe("an unsaved drawing", () => {
  test("outlasts the room, and can still be undone", async () => {
    const first = await openRoom();
    await click("Arrow");
    await click(/^Place in the middle/);
    first.close();

    const second = await openRoom();
    expect(shapes()).toEqual(["arrow"]);
    await click("Undo");
    expect(shapes()).toEqual([]);
    second.close();
    const third = await openRoom();
    expect(shapes()).toEqual([]);
    third.close();
  });

  test("is not replaced by viewing a note, and goes into the next note alone", async () => {
    const { close } = await openRoom();
    await click("Arrow");
    await click(/^Place in the middle/);
    await click(/The turn/);
    expect(shapes()).toEqual(["circle"]);
    await click("Add a note");
    expect(document.activeElement).toBe(field());
    await click("Save note");
    const saved = sent.find(({ path }) => path.endsWith("/film-notes"))?.body as FilmNote;
    expect(saved.drawing.map(({ kind }) => kind)).toEqual(["arrow"]);
    expect(document.activeElement).toBe(await screen.findByRole("button", { name: "Add a note" }));
    close();
  });

  test("waits while a saved note is edited", async () => {
    const { close } = await openRoom();
    await click("Add a note");
    await click("Arrow");
    await click(/^Place in the middle/);
    await editFirst();
    expect(shapes()).toEqual(["line"]);
    await click("Circle");
    await click(/^Place in the middle/);
    await click("Save note");
    await screen.findByRole("button", { name: "Add a note" });
    expect(shapes()).toEqual(["arrow"]);
    // So that the server can tell whether another tab has saved it meanwhile.
    expect(sent.find(({ path }) => path.endsWith(FIRST.id))?.body).toMatchObject({ saved_at: FIRST.updated_at });
    close();
  });

  test("of a saved note comes back when it is edited again, until it is canceled", async () => {
    const first = await openRoom();
    await editFirst();
    await click("Arrow");
    await click(/^Place in the middle/);
    first.close();

    const second = await openRoom();
    expect(shapes()).toEqual([]);
    await editFirst();
    expect(shapes()).toEqual(["line", "arrow"]);
    await click("Undo");
    expect(shapes()).toEqual(["line"]);
    await click("Redo");
    await click("Cancel");
    expect(shapes()).toEqual([]);
    await editFirst();
    expect(shapes()).toEqual(["line"]);
    second.close();
  });
});

test("screen readers hear what a key did", async () => {
  const { video, close } = await openRoom({ fromS: 1, toS: null });
  const said = (words: string) => waitFor(() => expect(screen.getByText(words).role).toBe("status"));
  video.currentTime = 2;
  for (const [key, words] of [
    [".", "0:02.050"],
    ["-", "Speed 0.95×"],
    ["]", "Loop from 0:01.000 to 0:02.050"],
    ["[", "The loop begins at 0:02.050"],
    ["\\", "The loop is cleared."],
  ] as const) {
    fireEvent.keyDown(document.body, { key });
    await said(words);
  }
  close();
});

describe("a note that is viewed", () => {
  test.each(["play", "seeking"])("shows its drawing until the video leaves its frame: %s", async (event) => {
    const { close, video } = await openRoom();
    await click("Arrow");
    await click(/^Place in the middle/);
    await click(/The turn/);
    expect(shapes()).toEqual(["circle"]);
    fireEvent(video, new Event("seeking"));
    expect(shapes()).toEqual(["circle"]);
    if (event === "play") Object.defineProperty(video, "paused", { value: false });
    else video.currentTime = 5;
    fireEvent(video, new Event(event));
    expect(shapes()).toEqual(["arrow"]);
    close();
  });

  test("without a drawing, it says nothing about one", async () => {
    sent = answerWith(() => ({
      notes: [
        { ...FIRST, drawing: [] },
        { ...SECOND, drawing: [] },
      ],
      pagination: { current_page: 1, per_page: 50, total: 2, last_page: 1, next: null },
    }));
    const { close } = await openRoom();
    await click(/The turn/);
    expect(screen.queryByText("The picture shows a saved note.")).toBeNull();
    close();
  });

  test("can be left with a click, although no form is open and nothing is drawn", async () => {
    const { close } = await openRoom();
    await click(/The turn/);
    await click("Hide its drawing");
    expect(shapes()).toEqual([]);
    close();
  });
});

describe("a note that is saved", () => {
  test("leaves no drawing behind, although the room is closed before the reply", async () => {
    let reply = () => {};
    const first = await openRoom();
    const answer = globalThis.fetch;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      if (init.method === "POST") await new Promise<void>((resolve) => (reply = resolve));
      return answer(path, init);
    });
    await click("Arrow");
    await click(/^Place in the middle/);
    await click("Add a note");
    await userEvent.type(field(), "Left foot");
    await click("Save note");
    first.close();
    reply();
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes("film-"))).toEqual([]));

    const second = await openRoom();
    expect(shapes()).toEqual([]);
    second.close();
  });

  test("leaves the focus to whoever writes elsewhere meanwhile", async () => {
    const { close } = await openRoom();
    const comment = document.createElement("input");
    document.body.append(comment);
    await click("Add a note");
    await userEvent.type(field(), "Left foot");
    const saving = click("Save note");
    comment.focus();
    await saving;
    comment.focus();
    await screen.findByRole("button", { name: "Add a note" });
    expect(document.activeElement).toBe(comment);
    comment.remove();
    close();
  });
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

test("a new note has the range of the loop; with a drawing it starts at the drawn frame", async () => {
  const times = () => ["From", "To"].map((name) => screen.getByRole<HTMLInputElement>("textbox", { name }).value);
  const { video, close } = await openRoom({ fromS: 5, toS: 25 });
  video.currentTime = 15;
  await click("Add a note");
  expect(times()).toEqual(["0:05.000", "0:25.000"]);
  await click("Cancel");
  await click("Arrow");
  await click(/^Place in the middle/);
  await click("Add a note");
  expect(times()).toEqual(["0:15.000", "0:25.000"]);
  expect(
    screen.getByText(/1 shape on the picture will be saved with it, and shown where the note starts/),
  ).toBeTruthy();
  close();
});
