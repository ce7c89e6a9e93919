import { COMMENT_RULES_MESSAGES } from "@app/contract/comment-rules";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { answerWith, isDisabled, renderOnPage } from "#testing/page-parts.tsx";
import { Link } from "#ui/link.tsx";
import { StaffWordsForm } from "./staff-words-form.tsx";

afterEach(() => vi.unstubAllGlobals());

test("another moderator's words show, and are not taken for changes of one's own", async () => {
  let words = ["spam"];
  answerWith(() => words);
  const { queries } = renderOnPage(<StaffWordsForm />);
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Words and phrases");
  words = ["spam", "scam"];
  await queries.invalidateQueries();
  await waitFor(() => expect(field.value).toBe("spam\nscam"));
  expect(isDisabled(screen.getByRole("button", { name: "Save words" }))).toBe(true);
});

test("words that somebody else saved first are not replaced before one knows, and nothing typed is lost", async () => {
  let words = ["spam"];
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: RequestInit) => {
    const asked = typeof body === "string" ? JSON.parse(body) : null;
    if (asked === null || String(asked.before) === String(words)) {
      if (asked !== null) words = asked.words;
      return Response.json({ code: 200, status: "success", message: "OK", data: words });
    }
    sent.push(asked);
    const refusal = { code: 409, status: "error", kind: "conflict", errors: {}, data: null, request_id: "1" };
    return Response.json({ ...refusal, message: COMMENT_RULES_MESSAGES.wordsChanged }, { status: 409 });
  });
  renderOnPage(<StaffWordsForm />);
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Words and phrases");
  await userEvent.type(field, "\nscam");
  words = ["spam", "bets"];
  const save = screen.getByRole("button", { name: "Save words" });
  await userEvent.click(save);
  expect(await screen.findByText(/changed somewhere else/)).toBeTruthy();
  expect(sent).toEqual([{ words: ["spam", "scam"], before: ["spam"] }]);
  expect(screen.getByText(COMMENT_RULES_MESSAGES.wordsChanged)).toBeTruthy();
  expect(field.value).toBe("spam\nscam");
  await userEvent.click(save);
  await waitFor(() => expect(words).toEqual(["spam", "scam"]));
  await waitFor(() => expect(screen.queryByText(/changed somewhere else/)).toBeNull());
});

test("words that are not saved are asked about before the page is left; saved ones are shown as they were kept", async () => {
  let words = ["spam"];
  answerWith((path) => (path.endsWith("held-words") ? words : null));
  renderOnPage(
    <>
      <Link href="/elsewhere">Elsewhere</Link>
      <StaffWordsForm />
    </>,
  );
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Words and phrases");
  await userEvent.type(field, "\nscam\nscam");
  await userEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
  await userEvent.click(await screen.findByRole("button", { name: "Stay" }));
  expect(field.value).toBe("spam\nscam\nscam");
  words = ["spam", "scam"];
  await userEvent.click(screen.getByRole("button", { name: "Save words" }));
  await waitFor(() => expect(field.value).toBe("spam\nscam"));
  // Nothing is left to save, so nobody is asked any more.
  await waitFor(() => expect(isDisabled(screen.getByRole("button", { name: "Save words" }))).toBe(true));
});
