import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { expectClosedDialogToTell } from "#testing/closed-dialogs.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { EVERYTHING } from "./staff-contents.queries.ts";
import { StaffContents } from "./staff-contents.tsx";

const idOf = (at: number) => `0190a1b2-0000-7000-8000-00000000000${at}`;

const content = (isHidden: boolean) => ({
  id: idOf(1),
  type: "video",
  title: "Final",
  state: "ready",
  fault: null,
  visibility: "public",
  category: "Soccer",
  channel: { id: idOf(2), name: "Maya" },
  owner: { id: idOf(3), username: "maya" },
  thumbnail: null,
  total_views: 0,
  size_bytes: null,
  created_at: "2026-02-03T10:00:00.000Z",
  hidden: isHidden ? { at: "2026-02-03T10:00:00.000Z", reason: "Violence" } : null,
  is_channel_hidden: false,
  deleted_at: null,
  is_featured: false,
  reprocessing: null,
  can: { hide: !isHidden, restore: isHidden, feature: !isHidden, reprocess: true },
});

test("a video that is featured is looked up again on the page of the home banner and on Explore", async () => {
  answerWith((path) =>
    path.includes("/admin/banner/")
      ? null
      : {
          contents: [content(false)],
          pagination: { current_page: 1, per_page: 20, total: 1, last_page: 1, next: null },
        },
  );
  const { queries } = renderOnPage(<StaffContents query={EVERYTHING} onQuery={() => undefined} />);
  const keys = [
    ["admin", "banner"],
    ["discovery", "top-videos"],
  ];
  for (const key of keys) queries.setQueryData(key, []);
  await userEvent.click(await screen.findByRole("button", { name: "Feature Final" }));
  for (const key of keys) await waitFor(() => expect(queries.getQueryState(key)?.isInvalidated).toBe(true));
});

test("after an item is hidden the focus is on Restore, and after it is restored on Hide", async () => {
  let isHidden = false;
  answerWith((path) => {
    if (/hide$|restore$/.test(path)) isHidden = path.endsWith("hide");
    return /hide$|restore$/.test(path)
      ? null
      : {
          contents: [content(isHidden)],
          pagination: { current_page: 1, per_page: 20, total: 1, last_page: 1, next: null },
        };
  });
  renderOnPage(
    <main tabIndex={-1}>
      <StaffContents query={EVERYTHING} onQuery={() => undefined} />
    </main>,
  );
  const decide = async (act: string, replacedBy: string) => {
    await userEvent.click(await screen.findByRole("button", { name: act }));
    await userEvent.type(await screen.findByLabelText("Reason"), "It is right{Enter}");
    const next = await screen.findByRole("button", { name: replacedBy });
    await waitFor(() => expect(document.activeElement).toBe(next));
  };
  await decide("Hide Final", "Restore Final");
  await decide("Restore Final", "Hide Final");
});

test.each(["saved", "refused"] as const)(
  "a dialog that was closed and is %s later says so, and leaves the next one as it is",
  async (how) => {
    const pagination = { current_page: 1, per_page: 20, total: 2, last_page: 1, next: null };
    const contents = [content(false), { ...content(false), id: idOf(4), title: "Semifinal" }];
    await expectClosedDialogToTell(how, {
      isSlow: (path) => path.endsWith("/hide"),
      answer: () => ({ contents, pagination }),
      draw: () => renderOnPage(<StaffContents query={EVERYTHING} onQuery={() => undefined} />),
      buttons: ["Hide Final", "Hide Semifinal"],
    });
  },
);
