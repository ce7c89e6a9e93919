import type { FilmNote } from "@app/contract/film-notes";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { becomeVideo, loadVideo } from "#testing/a-video.ts";
import type { Sent } from "#testing/page-parts.tsx";
import { click, editFirst, FIRST, field, openRoom, SECOND, shapes, stubNotes } from "./testing/open-room.tsx";

let sent: Sent[] = [];
beforeEach(() => {
  sent = stubNotes();
});
afterEach(() => {
  vi.restoreAllMocks();
});

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

  test("that was begun before the video was trimmed is saved with the part that was shown then", async () => {
    const first = await openRoom();
    await click("Arrow");
    await click(/^Place in the middle/);
    first.close();
    const second = await openRoom(null, 20);
    await click("Add a note");
    await click("Save note");
    // Which the server refuses.
    const saved = sent.find(({ path }) => path.endsWith("/film-notes"));
    expect(saved?.body).toMatchObject({ from_ms: 0, drawing: [{ kind: "arrow" }], trim_from_s: 0 });
    second.close();
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

test("a step beyond the end goes to the end, and says so", async () => {
  const { video, close } = await openRoom();
  video.currentTime = 59.99;
  fireEvent.keyDown(document.body, { key: "." });
  expect(video.currentTime).toBe(60);
  expect(await screen.findByText("1:00.000")).toBeTruthy();
  close();
});

test("at the end of the video its loop begins again, but not if it was paused and moved there", async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const { video, close } = await openRoom({ fromS: 50, toS: 60 });
  video.currentTime = 60;
  fireEvent(video, new Event("ended"));
  expect([video.currentTime, play.mock.calls.length]).toEqual([60, 0]);
  for (const event of ["play", "ended"]) fireEvent(video, new Event(event));
  expect([video.currentTime, play.mock.calls.length]).toEqual([50, 1]);
  close();
});

test("a step before the video has loaded does not keep it from where it starts", async () => {
  const { video, close } = await openRoom();
  becomeVideo(video, null);
  fireEvent.keyDown(document.body, { key: "." });
  loadVideo(video, 60);
  expect(video.currentTime).toBe(0);
  close();
});

test.each([
  ["Control and z", { key: "z", ctrlKey: true }, { key: "Z", ctrlKey: true, shiftKey: true }],
  [
    "Command and z, whose letter Shift does not change",
    { key: "z", metaKey: true },
    { key: "z", metaKey: true, shiftKey: true },
  ],
  ["Caps Lock", { key: "Z", ctrlKey: true }, { key: "z", ctrlKey: true, shiftKey: true }],
])("%s: undoes, and with Shift draws again", async (_, undo, redo) => {
  const { close } = await openRoom();
  await click("Arrow");
  await click(/^Place in the middle/);
  fireEvent.keyDown(document.body, undo);
  expect(shapes()).toEqual([]);
  fireEvent.keyDown(document.body, redo);
  expect(shapes()).toEqual(["arrow"]);
  fireEvent.keyDown(document.body, undo);
  close();
});

/** The picture, as something to point at. */
function stubSurface(): HTMLElement {
  // jsdom lays nothing out: a point of the window is one of the picture.
  vi.stubGlobal(
    "DOMPoint",
    class extends Object {
      readonly matrixTransform = () => this;
      readonly x: number;
      readonly y: number;
      constructor(x: number, y: number) {
        super();
        this.x = x;
        this.y = y;
      }
    },
  );
  return Object.assign(screen.getByRole("group", { name: "Drawing on the picture" }), {
    setPointerCapture: () => undefined,
    getScreenCTM: () => null,
  });
}

const pathOf = (kind: string) => document.querySelector(`[data-shape=${kind}] path`)?.getAttribute("d");

test("another finger or the palm does not disturb the one that draws", async () => {
  const { close } = await openRoom();
  await click("Line");
  const surface = stubSurface();
  fireEvent.pointerDown(surface, { pointerId: 1, clientX: 100, clientY: 100 });
  fireEvent.pointerDown(surface, { pointerId: 2, clientX: 900, clientY: 500 });
  fireEvent.pointerMove(surface, { pointerId: 2, clientX: 910, clientY: 510 });
  fireEvent.pointerMove(surface, { pointerId: 1, clientX: 300, clientY: 200 });
  fireEvent.pointerUp(surface, { pointerId: 2 });
  fireEvent.pointerUp(surface, { pointerId: 1 });
  expect(pathOf("line")).toBe("M100 100 L300 200");
  await click("Undo");
  close();
});

test("a tapped shape is moved, resized and removed by buttons, until the picture beside it is tapped", async () => {
  const { close } = await openRoom();
  await click("Line");
  await click(/^Place in the middle/);
  await click("Move shapes");
  const surface = stubSurface();
  const line = screen.getByRole("button", { name: /^Line 1/ });
  const tap = (target: HTMLElement) => {
    fireEvent.pointerDown(target, { pointerId: 1, clientX: 500, clientY: 200 });
    fireEvent.pointerUp(surface, { pointerId: 1 });
  };
  tap(line);
  expect(line.getAttribute("aria-pressed")).toBe("true");
  // A tap changes nothing that could be undone.
  await click("Undo");
  expect(shapes()).toEqual([]);
  await click("Redo");
  const before = pathOf("line");
  await click("Move the shape right");
  await click("Move its end up");
  expect([before, pathOf("line")]).toEqual(["M400 225 L600 337.5", "M410 225 L610 331.9"]);
  tap(surface);
  const tools = () => screen.queryByRole("group", { name: "Selected shape" });
  expect(tools()).toBeNull();
  // A screen reader clicks only, and Enter is the keyboard's way.
  const shape = () => screen.getByRole("button", { name: /^Line 1/ });
  fireEvent.click(shape());
  expect(tools()).toBeTruthy();
  tap(surface);
  fireEvent.keyDown(shape(), { key: "Enter" });
  expect(tools()).toBeTruthy();
  await click("Remove the shape");
  expect([shapes(), tools()]).toEqual([[], null]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Undo" })));
  await click("Undo");
  expect([shapes(), tools()]).toEqual([["line"], null]);
  for (const _ of ["resized", "moved", "placed"]) await click("Undo");
  close();
});

test("a shape that an undo takes away while it is moved is gone, and can be drawn again", async () => {
  const { close } = await openRoom();
  await click("Line");
  await click(/^Place in the middle/);
  await click("Move shapes");
  const surface = stubSurface();
  const at = (clientX: number) => ({ pointerId: 1, clientX, clientY: 200 });
  fireEvent.pointerDown(screen.getByRole("button", { name: /^Line 1/ }), at(500));
  fireEvent.pointerMove(surface, at(520));
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  fireEvent.pointerMove(surface, at(540));
  fireEvent.pointerUp(surface, at(540));
  expect(shapes()).toEqual([]);
  await click("Redo");
  expect(shapes()).toEqual(["line"]);
  await click("Undo");
  close();
});

test("Escape puts the tool away, and what is drawn stays", async () => {
  const { close } = await openRoom();
  await click("Line");
  await click(/^Place in the middle/);
  fireEvent.keyDown(document.body, { key: "Escape" });
  const tool = screen.getByRole("button", { name: "Line" });
  expect(tool.getAttribute("aria-pressed")).toBe("false");
  expect(shapes()).toEqual(["line"]);
  await click("Undo");
  close();
});

describe("a note that is viewed", () => {
  test("is gone to once the video has loaded", async () => {
    const { close, video } = await openRoom();
    becomeVideo(video, null);
    await click(/The turn/);
    // A browser that plays HLS itself would forget a time that it is given now.
    expect(video.currentTime).toBe(0);
    loadVideo(video, 60);
    expect(video.currentTime).toBe(1);
    close();
  });

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
    stubNotes([FIRST, { ...SECOND, drawing: [] }]);
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
