import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "#testing/page-parts.tsx";
import { stubStorages } from "#testing/storage.ts";
import { FilmNotes } from "./film-notes.tsx";

const VIDEO = "0190a1b2-0000-7000-8000-000000000009";
const note = (number: number, name: string, is_you: boolean) => ({
  id: `0190a1b2-0000-7000-8000-00000000000${number}`,
  content_id: VIDEO,
  text: `By ${name}`,
  from_ms: number * 1_000,
  to_ms: number * 1_000,
  drawing: [],
  is_shared: true,
  created_at: "2026-02-03T10:00:00.000Z",
  updated_at: "2026-02-03T10:00:00.000Z",
  author: { name, username: name.toLowerCase(), is_you },
  can: { edit: is_you, remove: true },
});

const [OWN, SHARED] = [note(1, "Maya", true), note(2, "Leo", false)];

function show(): { sent: { path: string; method: string }[] } {
  const sent: { path: string; method: string }[] = [];
  let notes = [OWN, SHARED];
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit) => {
    sent.push({ path, method });
    if (method === "DELETE") notes = notes.filter(({ id }) => !path.endsWith(id));
    const pagination = { current_page: 1, per_page: 50, total: notes.length, last_page: 1, next: null };
    const data = method === "GET" ? { notes, pagination } : null;
    return Response.json({ code: 200, status: "success", message: "Done.", data });
  });
  renderOnPage(<NotesOfTrimmed />);
  return { sent };
}

function NotesOfTrimmed() {
  const [timeline, setTimeline] = useState("0 60");
  const none = () => undefined;
  return (
    <>
      <button type="button" onClick={() => setTimeline("0 20")}>
        Trim the video
      </button>
      <FilmNotes
        contentId={VIDEO}
        title={"Final"}
        timeline={timeline}
        shareWith={"Maya's channel"}
        drawing={[]}
        drawnAtMs={null}
        drawnFromS={null}
        baseSavedAt={null}
        loop={null}
        trimFromS={0}
        nowMs={() => 0}
        isViewingNote={false}
        onShowOwn={none}
        onRemoved={none}
        onEdit={none}
        onView={none}
        onSaved={none}
        onChangedSince={none}
        onCancel={none}
      />
    </>
  );
}

async function press(text: string, label: string): Promise<void> {
  const row = (await screen.findByText(text)).closest("li");
  await userEvent.click(within(row as HTMLElement).getByText(label));
}

const focused = () => document.activeElement?.textContent ?? "";

beforeEach(stubStorages);
afterEach(() => vi.unstubAllGlobals());

test("a note is removed after a question, which a double press does not answer; the focus goes to the next one", async () => {
  const { sent } = show();
  const row = (await screen.findByText("By Maya")).closest("li") as HTMLElement;
  await userEvent.dblClick(within(row).getByText("Delete"));
  expect(focused()).toBe("Keep");
  await userEvent.click(within(row).getByText("Keep"));
  expect(focused()).toMatch(/^Delete/);
  // The second press of a double one.
  await press("By Maya", "Delete");
  fireEvent.click(within(row).getByText("Delete for good"), { detail: 2 });
  expect(sent.some(({ method }) => method === "DELETE")).toBe(false);
  await press("By Maya", "Delete for good");
  await waitFor(() => expect(screen.queryByText("By Maya")).toBeNull());
  await waitFor(() => expect(focused()).toContain("By Leo"));
  // The author of a shared note keeps it.
  await press("By Leo", "Remove");
  await press("By Leo", "Remove from your list");
  await waitFor(() => expect(screen.queryByText("By Leo")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Film notes" })));
  const deleted = sent.filter(({ method }) => method === "DELETE").map(({ path }) => path.split("/").at(-1));
  expect(deleted).toEqual([OWN.id, SHARED.id]);
});

test("the notes are fetched again once the video is trimmed, which moves them", async () => {
  const { sent } = show();
  await screen.findByText("By Maya");
  const fetched = sent.length;
  await userEvent.click(screen.getByRole("button", { name: "Trim the video" }));
  await screen.findByText("By Maya");
  expect(sent).toHaveLength(fetched + 1);
});

test("whether a note is shared survives closing the film room, and a time that is none gets the focus", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Add a note" }));
  await userEvent.type(screen.getByLabelText("Note"), "Watch the feet");
  await userEvent.click(screen.getByRole("switch", { name: "Share with Maya's channel" }));
  const to = screen.getByLabelText("To");
  await userEvent.clear(to);
  await userEvent.type(to, "soon");
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  expect(document.activeElement).toBe(to);
  cleanup();
  show();
  const isShared = await screen.findByRole<HTMLInputElement>("switch", { name: "Share with Maya's channel" });
  expect([isShared.checked, screen.getByLabelText<HTMLTextAreaElement>("Note").value]).toEqual([
    true,
    "Watch the feet",
  ]);
});

test("deleting the note that is edited closes its form", async () => {
  show();
  await press("By Maya", "Edit");
  await userEvent.type(screen.getByLabelText("Note"), " and arms");
  await press("By Maya", "Delete");
  await press("By Maya", "Delete for good");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save note" })).toBeNull());
});

test("of two notes that are deleted at once, each is busy until it is gone, and the form of the first one closes", async () => {
  show();
  const answer = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (init.method === "DELETE") await promise;
    return answer(path, init);
  });
  await press("By Maya", "Edit");
  await userEvent.type(screen.getByLabelText("Note"), " and arms");
  await press("By Maya", "Delete");
  await press("By Maya", "Delete for good");
  await press("By Leo", "Remove");
  await press("By Leo", "Remove from your list");
  expect(screen.getAllByRole("button", { busy: true })).toHaveLength(2);
  resolve();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save note" })).toBeNull());
  await waitFor(() => expect(screen.queryByText(/^By /)).toBeNull());
});

test("a note that was deleted in another tab is saved as a new one", async () => {
  let isGone = true;
  const { sent } = show();
  await press("By Maya", "Edit");
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit) => {
    sent.push({ path, method });
    if (method === "PUT" && isGone) {
      isGone = false;
      const refusal = { code: 404, status: "error", kind: "not_found", message: "Not found.", data: null };
      return Response.json({ ...refusal, request_id: "1" }, { status: 404 });
    }
    const pagination = { current_page: 1, per_page: 50, total: 0, last_page: 1, next: null };
    const data = method === "GET" ? { notes: [], pagination } : OWN;
    return Response.json({ code: 200, status: "success", message: "Your note was saved.", data });
  });
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  expect(await screen.findByText("This note was deleted. Save it again to keep it as a new one.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  await waitFor(() => expect(sent.some(({ method }) => method === "POST")).toBe(true));
});
