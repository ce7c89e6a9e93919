import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { FollowingContents } from "./following-tabs.tsx";

const pagination = { current_page: 1, per_page: 20, total: 0, last_page: 1, next: null };
const NOBODY = /^You don't follow any channels yet/;

/** Nothing is new; whom one follows comes from `following`. */
function openNew(following: () => unknown) {
  const sent = answerWith((path) =>
    path.includes("/get-following-contents") ? { contents: [], pagination } : following(),
  );
  renderOnPage(<FollowingContents onShowChannels={() => undefined} />);
  return sent;
}

test("without news, only somebody who follows nobody is told how to start", async () => {
  openNew(() => ({ channels: [], pagination }));
  expect(await screen.findByText(NOBODY)).toBeDefined();
});

test("nobody is told that they follow no channels while those load, or if that fails", async () => {
  let fail = () => {};
  const sent = openNew(() => new Promise((_resolve, reject) => (fail = () => reject(new Error("offline")))));
  await expect.poll(() => sent.length).toBe(2);
  expect(screen.queryByText(NOBODY)).toBeNull();
  fail();
  expect(await screen.findByText(/^The channels you follow haven't published anything yet/)).toBeDefined();
  expect(screen.queryByText(NOBODY)).toBeNull();
});
