import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { toBase } from "./edit.queries.ts";
import { EditConflict } from "./edit-conflict.tsx";

const images = [
  { id: "0000000000000001", caption: "The start", alt: "" },
  { id: "0000000000000002", caption: "", alt: "Swimmers" },
];

test("two versions of a set of images show their order, their texts and what was removed", async () => {
  answerWith(() => []);
  const base = { ...toBase(anItem({ type: "image" })).values, images };
  const [first, second] = images;
  if (!first || !second) throw new Error("two images");
  renderOnPage(
    <EditConflict
      base={base}
      mine={{ ...base, images: [{ ...first, caption: "Away they go" }] }}
      theirs={{ ...base, images: [second, first] }}
      category={anItem().category}
      isSaving={false}
      onKeepMine={vi.fn()}
      onTakeTheirs={vi.fn()}
    />,
  );
  const shown = async (label: string) => (await screen.findByText(label)).parentElement?.textContent;
  expect(await shown("Saved now:")).toBe("Saved now: image 2 “Swimmers”; image 1 “The start”");
  expect(await shown("Yours:")).toBe("Yours: image 1 “Away they go”");
});

test.each([
  [{ visibility: "unlisted" }, { visibility: "private" }, "Saved now: Unlisted", "Yours: Private"],
  [{ thumbnail: { image: 1 } }, { thumbnail: null }, "Saved now: Another image", null],
  [
    { thumbnail: { frame: 1 } },
    { thumbnail: { picture: "a".repeat(32) } },
    "Saved now: Another frame",
    "Yours: Another picture",
  ],
] as const)("two versions are in the words of the form: %j, %j", async (theirs, mine, saved, yours) => {
  answerWith(() => []);
  const base = toBase(anItem()).values;
  renderOnPage(
    <EditConflict
      base={base}
      mine={{ ...base, ...mine }}
      theirs={{ ...base, ...theirs }}
      category={anItem().category}
      isSaving={false}
      onKeepMine={vi.fn()}
      onTakeTheirs={vi.fn()}
    />,
  );
  expect((await screen.findByText("Saved now:")).parentElement?.textContent).toBe(saved);
  expect(screen.queryByText("Yours:")?.parentElement?.textContent ?? null).toBe(yours);
});

test.each([
  [[{ id: 7, name: "Rowing", image: null }], "Rowing"],
  [[{ id: 5, name: "Soccer", image: null }], "Rowing (no longer offered)"],
])("a category has its name, also if it is no longer offered: of %j, %s", async (categories, name) => {
  answerWith(() => categories);
  const base = toBase(anItem()).values;
  renderOnPage(
    <EditConflict
      base={base}
      mine={base}
      theirs={{ ...base, category_id: 7 }}
      category={{ id: 7, name: "Rowing" }}
      isSaving={false}
      onKeepMine={vi.fn()}
      onTakeTheirs={vi.fn()}
    />,
  );
  await waitFor(async () =>
    expect((await screen.findByText("Saved now:")).parentElement?.textContent).toBe(`Saved now: ${name}`),
  );
});
