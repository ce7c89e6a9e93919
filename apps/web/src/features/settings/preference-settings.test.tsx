import type { PrivacyView } from "@app/contract/preferences";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { PrivacySettings } from "./preference-settings.tsx";

const SHOWN = { value: true, by_age: false };
const SAVED: PrivacyView = {
  is_minor: false,
  is_hidden_from_lists: false,
  keeps_history: true,
  shows_gpa: SHOWN,
  shows_location: SHOWN,
  shows_followers: SHOWN,
  is_indexed: SHOWN,
};

let isOnline = true;
/** Answers to changes, which the test gives in its own time. */
let replies: ((data: PrivacyView) => void)[] = [];

beforeEach(() => {
  [isOnline, replies] = [true, []];
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", async (_: string, { method }: RequestInit) => {
    if (!isOnline) throw new TypeError("Failed to fetch");
    const data = method === "POST" ? await new Promise<PrivacyView>((resolve) => void replies.push(resolve)) : SAVED;
    return Response.json({ code: 200, status: "success", message: "OK", data });
  });
  const root = createRootRoute({ component: PrivacySettings });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router as never} />);
});

const location = () => screen.findByRole<HTMLInputElement>("switch", { name: /^Show my city/ });
const history = () => screen.findByRole<HTMLInputElement>("switch", { name: /^Keep my watch/ });

test("without a connection, a switch returns to what is saved", async () => {
  await location();
  isOnline = false;
  await userEvent.click(await location());
  await waitFor(async () => expect((await location()).checked).toBe(true));
});

test("of two quick changes, the reply to the first does not undo the second", async () => {
  await userEvent.click(await location());
  await userEvent.click(await history());
  await waitFor(() => expect(replies).toHaveLength(1));
  const first = { ...SAVED, shows_location: { value: false, by_age: false } };
  await act(async () => replies[0]?.(first));
  await waitFor(() => expect(replies).toHaveLength(2));
  expect((await history()).checked).toBe(false);
  await act(async () => replies[1]?.({ ...first, keeps_history: false }));
  expect((await location()).checked).toBe(false);
  expect((await history()).checked).toBe(false);
});
