import type { LibraryCard, LibraryName } from "@app/contract/library";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { Toaster } from "#ui/toaster.tsx";
import { LibraryList } from "./library-list.tsx";

const card = (number: number, title: string) =>
  ({
    ...anItem({ title }),
    id: `0190a1b2-0000-7000-8000-00000000000${number}`,
    preview: null,
    added_at: "2026-02-03T10:00:00.000Z",
    resume_at_s: null,
  }) as unknown as LibraryCard;
const [FIRST, SECOND] = [card(1, "Cup final"), card(2, "Semifinal")];

/** Draws a list of two; `without` is what the server has removed from it. */
async function openList(name: LibraryName) {
  const without = new Set<string>();
  const onForgotten = vi.fn();
  const sent = answerWith((path) => {
    if (/\/(like|save)$/.test(path)) return { liked: false, saved: false, total_likes: 0 };
    if (!path.includes("?")) return null;
    const contents = [FIRST, SECOND].filter(({ id }) => !without.has(id));
    return {
      contents,
      pagination: { current_page: 1, per_page: 24, total: contents.length, last_page: 1, next: null },
    };
  });
  renderOnPage(
    <>
      <main tabIndex={-1}>
        <LibraryList name={name} onForgotten={onForgotten} search="" onSearch={() => undefined} isOff={false} />
      </main>
      <Toaster />
    </>,
  );
  await screen.findByRole("link", { name: /^Cup final/ });
  return { sent, without, onForgotten };
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const isListed = (title: string) => screen.queryByRole("link", { name: new RegExp(`^${title}`) }) !== null;

test.each([
  ["saved", "Watch later", "save"],
  ["liked", "Liked", "like"],
] as const)("an item is removed from the list %s, and restored by Undo", async (name, title, verb) => {
  const { sent, without } = await openList(name);
  const changes = () => sent.filter(({ path }) => path.endsWith(`/content/${FIRST.id}/${verb}`));
  without.add(FIRST.id);
  await press(`Remove Cup final from ${title}`);
  await waitFor(() => expect(isListed("Cup final")).toBe(false));
  expect(isListed("Semifinal")).toBe(true);
  // The pressed button is gone with its card.
  without.clear();
  await press("Undo");
  await waitFor(() => expect(isListed("Cup final")).toBe(true));
  expect(changes().map(({ body }) => body)).toEqual([{ [`${verb}d`]: false }, { [`${verb}d`]: true }]);
});

test("removing an item from the history forgets its position, and erasing the history forgets all", async () => {
  const { onForgotten } = await openList("history");
  await press("Remove Cup final from your history");
  await waitFor(() => expect(onForgotten.mock.calls).toEqual([[FIRST.id]]));
  await press("Erase history");
  await press("Erase");
  await waitFor(() => expect(onForgotten.mock.calls).toEqual([[FIRST.id], []]));
});

test.each([
  ["saved", "Remove everything from Watch later?"],
  ["liked", "Remove all of your likes?"],
] as const)("the list %s is emptied after a question", async (name, question) => {
  const { sent, without, onForgotten } = await openList(name);
  await press("Remove all");
  const dialog = await screen.findByRole("alertdialog", { name: question });
  expect(sent.filter(({ path }) => path.endsWith(`/my-${name}`))).toEqual([]);
  without.add(FIRST.id).add(SECOND.id);
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove all" }));
  await waitFor(() => expect(isListed("Cup final") || isListed("Semifinal")).toBe(false));
  expect(sent.filter(({ path }) => path.endsWith(`/my-${name}`))).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Remove all" })).toBeNull();
  expect(onForgotten).not.toHaveBeenCalled();
});

test.each([
  ["history", "your history"],
  ["saved", "Watch later"],
] as const)("after the last item of the list %s is removed, the focus is on the page", async (name, title) => {
  const { without } = await openList(name);
  for (const { id, title: item } of [FIRST, SECOND]) {
    without.add(id);
    await press(`Remove ${item} from ${title}`);
    await waitFor(() => expect(isListed(item)).toBe(false));
  }
  expect(document.activeElement).toBe(screen.getByRole("main"));
});
