// Imported here, so that the first reply to be validated does not wait for it.
import "@app/contract/routes";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { FilmNotes } from "./film-notes.tsx";

const VIDEO = "0190a1b2-0000-7000-8000-000000000009";
const note = (number: number, name: string, is_you: boolean) => ({
  ...{ id: `0190a1b2-0000-7000-8000-00000000000${number}`, content_id: VIDEO },
  ...{ text: `By ${name}`, from_ms: number * 1_000, to_ms: number * 1_000, drawing: [], is_shared: true },
  ...{ created_at: "2026-02-03T10:00:00.000Z", updated_at: "2026-02-03T10:00:00.000Z" },
  ...{ author: { name, username: name.toLowerCase(), is_you }, can: { edit: is_you, remove: true } },
});

const [OWN, SHARED] = [note(1, "Maya", true), note(2, "Leo", false)];

test("one's own note is deleted for good, and a shared one only leaves the list of the video's owner", async () => {
  const sent = answerWith((path) =>
    path.includes("per_page")
      ? {
          notes: [OWN, SHARED],
          pagination: { current_page: 1, per_page: 50, total: 2, last_page: 1, next: null },
        }
      : null,
  );
  const none = () => undefined;
  renderOnPage(
    <FilmNotes
      {...{ contentId: VIDEO, title: "Final", shareWith: null, drawing: [], loop: null, nowMs: () => 0 }}
      {...{ isViewingNote: false, onShowOwn: none, onEdit: none, onView: none, onSaved: none, onCancel: none }}
    />,
  );
  const press = async (note: string, label: string) => {
    const row = (await screen.findByText(note)).closest("li");
    await userEvent.click(within(row as HTMLElement).getByText(label));
  };
  await press("By Maya", "Delete");
  expect(screen.getByText("Delete for good?")).toBeTruthy();
  await press("By Leo", "Remove");
  await press("By Leo", "Remove from your list?");
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith(SHARED.id))).toBe(true));
});
