import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { MyComments } from "./my-comments.tsx";

const idOf = (at: number) => `0190a1b2-0000-7000-8000-00000000000${at}`;

test("a comment is deleted after a question, and the focus goes on to the next one", async () => {
  let comments = ["Great game", "See you there"].map((text, at) => ({
    id: idOf(at),
    text,
    created_at: "2026-02-03T10:00:00.000Z",
    is_held: false,
    content: { id: idOf(7), type: "video", title: `Game ${at}` },
  }));
  const sent = answerWith((path) => {
    if (path.includes("delete-comment")) comments = comments.slice(1);
    return path.includes("delete-comment") ? null : { comments, next: null };
  });
  renderOnPage(<MyComments />);
  const deletions = () => sent.filter(({ path }) => path.includes("delete-comment")).map(({ path }) => path);
  const [first] = await screen.findAllByRole("button", { name: "Delete" });
  if (!first) throw new Error("no comments are listed");
  await userEvent.click(first);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect([deletions(), document.activeElement]).toEqual([[], first]);

  await userEvent.click(first);
  const question = within(await screen.findByRole("alertdialog", { name: "Delete this comment?" }));
  await userEvent.click(question.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("Great game")).toBeNull());
  expect(deletions()).toEqual([`/api/v1/delete-comment/${idOf(0)}`]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "Game 1" })));
});
