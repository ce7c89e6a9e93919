import { contentId } from "@app/contract/ids";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { Toaster } from "#ui/toaster.tsx";
import { useBulkChange } from "./hub.queries.ts";
import { BulkBar } from "./hub-filters.tsx";
import { HubList } from "./hub-list.tsx";

const ALL = { edit: true, remove: true, retry: false, replace: true, add_images: false, clip: true };
const OWN = anItem({ title: "By Leo", can: ALL });
const OTHERS = anItem({ id: contentId.parse("0190a1b2-0000-7000-8000-000000000009"), title: "By the club" });

afterEach(() => vi.unstubAllGlobals());

const names = (role: "link" | "button" | "checkbox") =>
  screen
    .queryAllByRole(role)
    .map((element) => element.getAttribute("aria-label") ?? element.closest("label")?.textContent);

test("an uploader sees what others published for the team, and changes only their own", async () => {
  const selection = { ids: new Set([OWN.id]), toggle: vi.fn(), toggleAll: vi.fn() };
  renderOnPage(<HubList items={[OWN, OTHERS]} selection={selection} isBusy={false} onDelete={vi.fn()} />);
  expect(await screen.findByRole("link", { name: "By the club" })).toBeTruthy();
  expect(names("link").filter(Boolean)).toEqual(["Analytics of By Leo", "Edit By Leo"]);
  expect(names("button")).toEqual(["Delete By Leo"]);
  expect(names("checkbox")).toEqual(["Select all on this page", "Select By Leo"]);
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all on this page" }).checked).toBe(true);
});

test("somebody who may change nothing on a page has nothing to select", async () => {
  const selection = { ids: new Set<typeof OWN.id>(), toggle: vi.fn(), toggleAll: vi.fn() };
  renderOnPage(<HubList items={[OTHERS]} selection={selection} isBusy={false} onDelete={vi.fn()} />);
  expect(await screen.findByRole("link", { name: "By the club" })).toBeTruthy();
  expect(names("checkbox")).toEqual([]);
});

test("Retry in the row of a failed item has it processed again", async () => {
  const failed = anItem({
    title: "Relay",
    state: "failed",
    fault: "The file is cut off.",
    can: { ...ALL, retry: true },
  });
  const sent = answerWith(() => ({ ...failed, state: "processing", fault: null }));
  const selection = { ids: new Set<typeof OWN.id>(), toggle: vi.fn(), toggleAll: vi.fn() };
  renderOnPage(<HubList items={[failed]} selection={selection} isBusy={false} onDelete={vi.fn()} />);
  expect(await screen.findByText("The file is cut off.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retry Relay" }));
  await vi.waitFor(() =>
    expect(sent.map(({ path }) => path)).toEqual([expect.stringMatching(/content\/[^/]+\/retry$/)]),
  );
});

test("a video that can be watched but lacks a part is not called ready alone, and can be retried", async () => {
  const partly = anItem({ title: "Relay", fault: "The preview could not be made.", can: { ...ALL, retry: true } });
  const selection = { ids: new Set<typeof OWN.id>(), toggle: vi.fn(), toggleAll: vi.fn() };
  renderOnPage(<HubList items={[partly]} selection={selection} isBusy={false} onDelete={vi.fn()} />);
  expect(await screen.findByText("The preview could not be made.")).toBeTruthy();
  expect(screen.queryByText("Ready")).toBeNull();
  expect(screen.getByText("Something is missing")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Retry Relay" })).toBeTruthy();
});

test("somebody who may not edit a video that lacks a part reads it too, without Retry", async () => {
  const partly = { ...OTHERS, fault: "The preview could not be made." };
  const selection = { ids: new Set<typeof OWN.id>(), toggle: vi.fn(), toggleAll: vi.fn() };
  renderOnPage(<HubList items={[partly]} selection={selection} isBusy={false} onDelete={vi.fn()} />);
  expect(await screen.findByText("The preview could not be made.")).toBeTruthy();
  expect([screen.queryByText("Ready"), screen.queryByRole("button")]).toEqual([null, null]);
});

test("the box above all rows is mixed while only some are selected", async () => {
  const others = { ...OTHERS, can: ALL };
  const selection = { ids: new Set([OWN.id]), toggle: vi.fn(), toggleAll: vi.fn() };
  renderOnPage(<HubList items={[OWN, others]} selection={selection} isBusy={false} onDelete={vi.fn()} />);
  const all = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Select all on this page" });
  expect({ checked: all.checked, mixed: all.indeterminate }).toEqual({ checked: false, mixed: true });
});

test("a change of the selected items is chosen by arrow keys without being made; Apply makes it", async () => {
  const onChange = vi.fn();
  renderOnPage(
    <BulkBar count={2} categories={[{ id: 4, name: "Soccer" }]} running={null} onChange={onChange} onClear={vi.fn()} />,
  );
  const visibility = await screen.findByLabelText("Change visibility");
  expect(screen.queryByRole("button", { name: "Apply" })).toBeNull();
  // As arrow keys in a closed list.
  for (const value of ["public", "unlisted", "private"]) await userEvent.selectOptions(visibility, value);
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.selectOptions(screen.getByLabelText("Change category"), "Soccer");
  expect((visibility as HTMLSelectElement).value).toBe("");
  await userEvent.selectOptions(visibility, "private");
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(onChange.mock.calls).toEqual([[{ kind: "visibility", visibility: "private" }]]);
  expect(screen.queryByRole("button", { name: "Apply" })).toBeNull();
  // For whatever comes after the bar once the items are changed.
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Selected content" }));
});

/** Deletes two items. */
function Deletion() {
  const { mutate } = useBulkChange();
  const change = { kind: "delete" } as const;
  const bulk = { ids: [OWN.id, OTHERS.id], change, onProgress: () => undefined, onDone: () => undefined };
  return (
    <>
      <button type="button" onClick={() => mutate(bulk)}>
        Delete both
      </button>
      <Toaster />
    </>
  );
}

test("an undo that fails without a connection can be tried again, for what is not restored yet", async () => {
  const sent: string[][] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: RequestInit) => {
    const { ids } = JSON.parse(String(body));
    sent.push(ids);
    if (sent.length === 2) throw new TypeError("Failed to fetch");
    const data = ids.map((id: string) => ({ id, ok: true, message: null }));
    return Response.json({ code: 200, status: "success", message: "OK", data });
  });
  renderOnPage(<Deletion />);
  await userEvent.click(await screen.findByRole("button", { name: "Delete both" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText(/^2 items could not be restored\. The server could not be reached/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("2 items were restored.")).toBeTruthy();
  expect(sent).toEqual([1, 2, 3].map(() => [OWN.id, OTHERS.id]));
});
