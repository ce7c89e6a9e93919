import type { LibraryCard } from "@app/contract/library";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { useToasts } from "#lib/toast.ts";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { RemoveFromHistory, RemoveFromList } from "./removal.tsx";

const card = (id: string, title: string) => ({ id, title }) as LibraryCard;

beforeEach(() => useToasts.setState({ toasts: [] }));

test.each([
  ["saved", "Watch later", "save", { saved: false }, { saved: true }],
  ["liked", "Liked", "like", { liked: false }, { liked: true }],
] as const)(
  "an item can be removed from %s and put back, and the focus moves to the next one",
  async (name, list, path, ...bodies) => {
    const sent = answerWith(() => ({ liked: false, saved: false, total_likes: 0 }));
    renderWithQueries(
      <>
        <RemoveFromList card={card("a", "First")} name={name} />
        <RemoveFromList card={card("b", "Second")} name={name} />
      </>,
    );
    await userEvent.click(screen.getByRole("button", { name: `Remove First from ${list}` }));
    expect(document.activeElement?.getAttribute("aria-label")).toBe(`Remove Second from ${list}`);
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    useToasts.getState().toasts[0]?.action?.run();
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual(bodies));
    expect(sent.every((one) => one.path.endsWith(`/content/a/${path}`))).toBe(true);
  },
);

test("an Enter that is held down removes one item", async () => {
  const sent = answerWith(() => null);
  renderWithQueries(
    <>
      <RemoveFromHistory card={card("a", "First")} onForgotten={() => undefined} />
      <RemoveFromHistory card={card("b", "Second")} onForgotten={() => undefined} />
    </>,
  );
  screen.getByRole("button", { name: "Remove First from your history" }).focus();
  await userEvent.keyboard("{Enter>5/}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove Second from your history");
  expect(sent.map(({ path }) => path.split("/").at(-1))).toEqual(["a"]);
});

test("an item removed from the history is forgotten on this device too", async () => {
  answerWith(() => null);
  const onForgotten = vi.fn();
  renderWithQueries(<RemoveFromHistory card={card("a", "First")} onForgotten={onForgotten} />);
  await userEvent.click(screen.getByRole("button", { name: "Remove First from your history" }));
  await waitFor(() => expect(onForgotten).toHaveBeenCalledWith("a"));
});
