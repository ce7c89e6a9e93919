import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { expectClosedDialogToTell } from "#testing/closed-dialogs.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { StaffComments } from "./staff-comments.tsx";

const idOf = (at: number) => `0190a1b2-0000-7000-8000-00000000000${at}`;

function found(state: string) {
  const comment = {
    id: idOf(1),
    text: "Boo",
    is_held: false,
    is_deleted: state === "deleted",
    reason: null,
    held_for: state === "hidden" ? "staff" : null,
    created_at: "2026-02-03T10:00:00.000Z",
    author: { id: idOf(2), username: "ben" },
    content: { id: idOf(3), type: "video", title: "Final" },
    channel: { id: idOf(4), name: "Maya", is_forced: false },
    can: { approve: false, hide: state === "shown", remove: state !== "deleted", restore: state !== "shown" },
  };
  const pagination = { current_page: 1, per_page: 20, total: 1, last_page: 1, next: null };
  return { comments: [comment], pagination };
}

test("in a search, after a comment is hidden or deleted the focus is on Restore, and after that on Hide", async () => {
  let state = "shown";
  answerWith((path) => {
    const act = /\/(hide|delete|restore)$/.exec(path)?.[1];
    if (act) {
      state = { hide: "hidden", delete: "deleted" }[act] ?? "shown";
      return null;
    }
    return found(state);
  });
  renderOnPage(<StaffComments search="Boo" onSearch={() => undefined} />);
  const name = (act: string) => `${act} the comment by ben`;
  const decide = async (act: string, replacedBy: string) => {
    await userEvent.click(await screen.findByRole("button", { name: name(act) }));
    await userEvent.type(await screen.findByLabelText("Reason"), "It is right{Enter}");
    const next = await screen.findByRole("button", { name: name(replacedBy) });
    await waitFor(() => expect(document.activeElement).toBe(next));
  };
  await decide("Hide", "Restore");
  await decide("Restore", "Hide");
  await decide("Delete", "Restore");
});

test("an approval names the words that are shown", async () => {
  const sent = answerWith(() => {
    const list = found("shown");
    return { ...list, comments: list.comments.map((one) => ({ ...one, can: { ...one.can, approve: true } })) };
  });
  renderOnPage(<StaffComments search="" onSearch={() => undefined} />);
  await userEvent.click(await screen.findByRole("button", { name: "Approve the comment by ben" }));
  const body = { decision: "approve", text: "Boo" };
  await waitFor(() => expect(sent).toContainEqual({ path: `/api/v1/held-comment/${idOf(1)}`, body }));
});

test("the search keeps the focus while it begins and ends to find", async () => {
  const pagination = { current_page: 1, per_page: 20, total: 0, last_page: 1, next: null };
  answerWith(() => ({ comments: [], pagination }));
  function Searching() {
    const [search, setSearch] = useState("");
    return <StaffComments search={search} onSearch={setSearch} />;
  }
  renderOnPage(<Searching />);
  const field = await screen.findByLabelText<HTMLInputElement>("Search");
  await userEvent.type(field, "b");
  await screen.findByText(/^No comments match/);
  await userEvent.keyboard("oo");
  expect([document.activeElement, field.value]).toEqual([field, "boo"]);
  await userEvent.clear(field);
  await screen.findByText("No comments are waiting for approval.");
  expect(document.activeElement).toBe(field);
});

test.each(["saved", "refused"] as const)(
  "a dialog that was closed and is %s later says so, and leaves the next one as it is",
  async (how) => {
    await expectClosedDialogToTell(how, {
      isSlow: (path) => path.endsWith("/hide"),
      answer: () => found("shown"),
      draw: () => renderOnPage(<StaffComments search="Boo" onSearch={() => undefined} />),
      buttons: ["Hide the comment by ben", "Delete the comment by ben"],
    });
  },
);
