import { contentId } from "@app/contract/ids";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { useToasts } from "#lib/toast.ts";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { ALL_CONTENT } from "./hub.queries.ts";
import { HubContent } from "./hub-content.tsx";

const CAN = { edit: true, remove: true, retry: false, replace: true, add_images: false, clip: true };
const ITEM = anItem({ title: "Relay", can: CAN });
const OTHER = anItem({ id: contentId.parse("0190a1b2-0000-7000-8000-000000000002"), title: "Sprint", can: CAN });

afterEach(() => vi.unstubAllGlobals());

test("after the last item of a filtered list is deleted, the focus is in the page's content", async () => {
  let isDeleted = false;
  answerWith((path) => {
    if (!path.includes("?")) {
      isDeleted = true;
      return [{ id: ITEM.id, ok: true, message: null }];
    }
    const contents = isDeleted ? [] : [ITEM];
    const pagination = { current_page: 1, per_page: 50, total: contents.length, last_page: 1, next: null };
    return { contents, pagination };
  });
  renderOnPage(
    <main tabIndex={-1}>
      <HubContent query={{ ...ALL_CONTENT, search: "relay" }} categories={[]} onQuery={vi.fn()} />
    </main>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Delete Relay" }));
  expect(await screen.findByText("None of your content matches this search and these filters.")).toBeTruthy();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

test("Clear selection leaves the focus in the list", async () => {
  const pagination = { current_page: 1, per_page: 50, total: 1, last_page: 1, next: null };
  answerWith(() => ({ contents: [ITEM], pagination }));
  renderOnPage(<HubContent query={ALL_CONTENT} categories={[]} onQuery={vi.fn()} />);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select Relay" }));
  await userEvent.click(screen.getByRole("button", { name: /^Clear ?selection$/ }));
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Select all on this page" })),
  );
});

test.each([
  { message: "It was deleted in the meantime.", isStillThere: false, retries: 0 },
  { message: "Something went wrong.", isStillThere: true, retries: 1 },
])("what could not be deleted has its reason, and Retry only while it is listed: $message", async (failure) => {
  let isTried = false;
  answerWith((path) => {
    if (!path.includes("?")) {
      isTried = true;
      return [{ id: ITEM.id, ok: false, message: failure.message }];
    }
    const contents = isTried && !failure.isStillThere ? [OTHER] : [ITEM, OTHER];
    const pagination = { current_page: 1, per_page: 50, total: contents.length, last_page: 1, next: null };
    return { contents, pagination };
  });
  renderOnPage(<HubContent query={ALL_CONTENT} categories={[]} onQuery={vi.fn()} />);
  await userEvent.click(await screen.findByRole("button", { name: "Delete Relay" }));
  expect(await screen.findByText(`Relay: ${failure.message}`)).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryAllByRole("button", { name: "Retry" })).toHaveLength(failure.retries));
});

test("an item that could not be deleted keeps its reason after the list has become empty", async () => {
  let isTried = false;
  answerWith((path) => {
    if (!path.includes("?")) {
      isTried = true;
      return [{ id: ITEM.id, ok: false, message: "It was deleted in the meantime." }];
    }
    const contents = isTried ? [] : [ITEM];
    const pagination = { current_page: 1, per_page: 50, total: contents.length, last_page: 1, next: null };
    return { contents, pagination };
  });
  renderOnPage(<HubContent query={{ ...ALL_CONTENT, search: "relay" }} categories={[]} onQuery={vi.fn()} />);
  await userEvent.click(await screen.findByRole("button", { name: "Delete Relay" }));
  expect(await screen.findByText("None of your content matches this search and these filters.")).toBeTruthy();
  expect(await screen.findByText("Relay: It was deleted in the meantime.")).toBeTruthy();
});

test("what is selected while the list is fetched after a change stays selected", async () => {
  const isFetched = Promise.withResolvers<void>();
  const pagination = { current_page: 1, per_page: 50, total: 2, last_page: 1, next: null };
  let isChanged = false;
  answerWith(async (path) => {
    if (!path.includes("?")) {
      isChanged = true;
      return [{ id: ITEM.id, ok: true, message: null }];
    }
    if (isChanged) await isFetched.promise;
    return { contents: [ITEM, OTHER], pagination };
  });
  renderOnPage(<HubContent query={ALL_CONTENT} categories={[]} onQuery={vi.fn()} />);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select Relay" }));
  await userEvent.selectOptions(screen.getByLabelText("Change visibility"), "Private");
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  await vi.waitFor(() => expect(box("Select Relay").checked).toBe(false));
  await userEvent.click(box("Select all on this page"));
  isFetched.resolve();
  await vi.waitFor(() => expect(screen.getByText("2 selected")).toBeTruthy());
  expect([box("Select Relay").checked, box("Select Sprint").checked]).toEqual([true, true]);
});

test("what could not be changed is told also to a person who has left the list", async () => {
  const isLeft = Promise.withResolvers<void>();
  const pagination = { current_page: 1, per_page: 50, total: 2, last_page: 1, next: null };
  answerWith(async (path) => {
    if (path.includes("?")) return { contents: [ITEM, OTHER], pagination };
    await isLeft.promise;
    return [
      { id: ITEM.id, ok: true, message: null },
      { id: OTHER.id, ok: false, message: "Something went wrong." },
    ];
  });
  const { unmount } = renderOnPage(<HubContent query={ALL_CONTENT} categories={[]} onQuery={vi.fn()} />);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  unmount();
  isLeft.resolve();
  await vi.waitFor(() =>
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
      "1 item was deleted.",
      "1 item could not be deleted. Something went wrong.",
    ]),
  );
});

test("what is selected stays so when another item is deleted with its own button", async () => {
  let isDeleted = false;
  answerWith((path) => {
    if (!path.includes("?")) {
      isDeleted = true;
      return [{ id: ITEM.id, ok: true, message: null }];
    }
    const contents = isDeleted ? [OTHER] : [ITEM, OTHER];
    const pagination = { current_page: 1, per_page: 50, total: contents.length, last_page: 1, next: null };
    return { contents, pagination };
  });
  renderOnPage(<HubContent query={ALL_CONTENT} categories={[]} onQuery={vi.fn()} />);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select Sprint" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete Relay" }));
  await vi.waitFor(() => expect(screen.queryByRole("checkbox", { name: "Select Relay" })).toBeNull());
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select Sprint" }).checked).toBe(true);
});
