import { contentId } from "@app/contract/ids";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { answerWith, isDisabled, renderOnPage, renderWithQueries } from "#testing/page-parts.tsx";
import { ChannelCommentSettings } from "./channel-comment-settings.tsx";
import { ItemCommentSettings } from "./item-comment-settings.tsx";

const ID = contentId.parse("0190a1b2-0000-7000-8000-000000000001");
const FAULT = "A word may have at most 40 characters";

let saved = { holds_links: false, holds_first: false, holds_everything: false, slow_mode_s: null, words: ["ref"] };
let sent: unknown[] = [];
let refusal: { status: number; errors: Record<string, string[]> } | null = null;

beforeEach(() => {
  saved = { ...saved, words: ["ref"] };
  refusal = null;
  sent = [];
  vi.stubGlobal("fetch", async (_path: string, { method, body }: RequestInit) => {
    if (method === "PUT") sent.push(JSON.parse(String(body)));
    if (method === "PUT" && refusal !== null)
      return Response.json(
        { code: refusal.status, status: "error", message: "Please try again.", data: null, errors: refusal.errors },
        { status: refusal.status },
      );
    if (method === "PUT") saved = { ...saved, ...JSON.parse(String(body)) };
    return Response.json({ code: 200, status: "success", message: "OK", data: saved });
  });
});

const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: /Words to hold/ });
const save = async () => userEvent.click(await screen.findByRole("button", { name: "Save words" }));

test.each([
  ["its fault", { status: 422, errors: { words: [FAULT] } }, FAULT],
  ["the server's message", { status: 500, errors: {} }, "Please try again."],
])("words that could not be saved stay, with %s, and can be saved again", async (_, refused, sentence) => {
  renderWithQueries(<ItemCommentSettings id={ID} />);
  await userEvent.type(await field(), "\nblind");
  refusal = refused;
  await save();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect((await field()).value).toBe("ref\nblind");
  expect(saved.words).toEqual(["ref"]);

  refusal = null;
  await save();
  await waitFor(() => expect(saved.words).toEqual(["ref", "blind"]));
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  expect((await field()).value).toBe("ref\nblind");
});

test("words that were saved elsewhere show, unless others were typed", async () => {
  const { queries } = renderWithQueries(<ItemCommentSettings id={ID} />);
  await field();
  const saveElsewhere = async (...words: string[]) => {
    saved = { ...saved, words };
    await queries.invalidateQueries();
  };
  await saveElsewhere("spam");
  await waitFor(async () => expect((await field()).value).toBe("spam"));
  expect(isDisabled(await screen.findByRole("button", { name: "Save words" }))).toBe(true);
  expect(Object.keys(localStorage).filter((key) => key.includes("held-words"))).toEqual([]);

  await userEvent.type(await field(), "\nblind");
  await saveElsewhere("boo");
  expect((await screen.findByRole("alert")).textContent).toContain("This was changed somewhere else in the meantime.");
  expect((await field()).value).toBe("spam\nblind");
  await save();
  await waitFor(() => expect(saved.words).toEqual(["spam", "blind"]));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("a channel's settings that were saved elsewhere show unless changed here; only the changed ones are sent", async () => {
  let settings = { ...saved, opens_comments: true, slow_mode_s: 0, is_forced: false };
  const requests = answerWith(() => settings);
  const { queries } = renderOnPage(<ChannelCommentSettings />);
  await field();
  settings = { ...settings, words: ["spam"], holds_links: true };
  await queries.invalidateQueries();
  await waitFor(async () => expect((await field()).value).toBe("spam"));
  const links = screen.getByRole<HTMLInputElement>("switch", { name: /^Hold comments with links/ });
  expect(links.checked).toBe(true);

  await userEvent.click(links);
  settings = { ...settings, words: ["boo"] };
  await queries.invalidateQueries();
  await waitFor(async () => expect((await field()).value).toBe("boo"));
  expect([links.checked, screen.queryByRole("alert")]).toEqual([false, null]);

  await userEvent.type(await field(), "\nblind");
  settings = { ...settings, words: ["boo", "scam"] };
  await queries.invalidateQueries();
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect((await field()).value).toBe("boo\nblind");

  settings = { ...settings, words: ["boo", "blind"], holds_links: false, holds_first: true };
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  const bodies = requests.flatMap(({ body }) => body ?? []);
  expect(bodies).toEqual([{ holds_links: false, words: ["boo", "blind"] }]);
  const first = screen.getByRole<HTMLInputElement>("switch", { name: /^Hold first comments/ });
  expect([links.checked, first.checked]).toEqual([false, true]);
});

test("a line is one phrase, also with a comma", async () => {
  renderWithQueries(<ItemCommentSettings id={ID} />);
  await userEvent.type(await field(), "\nno, you");
  await save();
  await waitFor(() => expect(sent).toEqual([{ words: ["ref", "no, you"] }]));
});

test("only what was changed is sent, and unsaved words survive a reload until they are saved", async () => {
  renderWithQueries(<ItemCommentSettings id={ID} />);
  await userEvent.type(await field(), "\nblind");
  cleanup();
  renderWithQueries(<ItemCommentSettings id={ID} />);
  expect((await field()).value).toBe("ref\nblind");
  await userEvent.click(screen.getByRole("switch", { name: /^Hold comments with links/ }));
  await save();
  await waitFor(() => expect(sent).toEqual([{ holds_links: true }, { words: ["ref", "blind"] }]));
  saved = { ...saved, words: [] };
  cleanup();
  renderWithQueries(<ItemCommentSettings id={ID} />);
  expect((await field()).value).toBe("");
});
