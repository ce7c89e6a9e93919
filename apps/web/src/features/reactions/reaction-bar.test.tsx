import type { ContentItem } from "@app/contract/contents";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderOnPage } from "#testing/page-parts.tsx";
import { Toaster } from "#ui/toaster.tsx";
import { ReactionBar } from "./reaction-bar.tsx";

const ITEM = {
  id: "0190a1b2-0000-7000-8000-000000000001",
  type: "image",
  title: "Team photos",
  channel: { id: "0190a1b2-0000-7000-8000-000000000002", name: "Maya", username: "maya" },
} as unknown as ContentItem;

afterEach(() => vi.unstubAllGlobals());

test("if likes cannot be loaded, a click says so and loads them again, and the next one counts", async () => {
  let isDown = true;
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_path: string, { method, body }: RequestInit) => {
    if (isDown) return Response.json({ code: 500, status: "error", message: "Something went wrong." }, { status: 500 });
    if (method !== "GET") sent.push(JSON.parse(String(body)));
    const data = { liked: sent.length > 0, saved: false, total_likes: 7 + sent.length };
    return Response.json({ code: 200, status: "success", message: "OK", data });
  });
  renderOnPage(
    <>
      <ReactionBar item={ITEM} />
      <Toaster />
    </>,
  );
  const like = await screen.findByRole("button", { name: /^Like/ });
  await waitFor(() => expect(like.getAttribute("aria-disabled")).toBe("false"));
  await userEvent.click(like);
  expect((await screen.findAllByText("Something went wrong.")).length).toBeGreaterThan(0);
  isDown = false;
  await userEvent.click(like);
  await waitFor(() => expect(like.textContent).toContain("7"));
  await userEvent.click(like);
  await waitFor(() => expect(sent).toEqual([{ liked: true }]));
});
