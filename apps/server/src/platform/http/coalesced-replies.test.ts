import { contentRoutes } from "@app/contract/contents";
import { API_PREFIX } from "@app/contract/paths";
import { searchRoutes } from "@app/contract/search";
import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";

const CROWD = 25;
const VIDEOS = `${API_PREFIX}/get-contents/video`;

const testApp = await createTestApp();
const maya = await testApp.person("maya", { plan: "Individual" });
const fan = await testApp.person("fan");

/** Sends the same request many times at once. */
async function requestConcurrently(client: Pick<typeof fan, "send">, path: string) {
  const replies = await Promise.all(Array.from({ length: CROWD }, () => client.send("GET", path)));
  return replies.map(({ status, headers, text }) => ({
    status,
    type: headers.get("content-type"),
    cacheControl: headers.get("cache-control"),
    request: headers.get("x-request-id"),
    text,
  }));
}

test("concurrent equal requests get the same reply, each with its own request id", async () => {
  const { id } = await testApp.publishes(maya, "Relay final");
  const replies = await requestConcurrently(testApp.visitor, VIDEOS);
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies[0]).toMatchObject({ status: 200, type: "application/json; charset=utf-8", cacheControl: null });
  expect(replies[0]?.text).toContain(id);
  expect(new Set(replies.map(({ request }) => request)).size).toBe(CROWD);
});

test("concurrent visitors and members get separate replies, and those of members are no-store", async () => {
  const [visitors, members] = await Promise.all([
    requestConcurrently(testApp.visitor, VIDEOS),
    requestConcurrently(fan, VIDEOS),
  ]);
  expect(new Set(visitors.map(({ cacheControl }) => cacheControl))).toEqual(new Set([null]));
  expect(new Set(members.map(({ cacheControl }) => cacheControl))).toEqual(new Set(["private, no-store"]));
  const path = `${API_PREFIX}${searchRoutes.result.path}?search=relay`;
  const [refused, found] = await Promise.all([
    requestConcurrently(testApp.visitor, path),
    requestConcurrently(fan, path),
  ]);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]));
});

test("requests with other pages are not coalesced", async () => {
  await testApp.publishes(maya, "Long jump");
  const pages = await Promise.all([1, 2].map((page) => testApp.visitor.call(contentRoutes.ofChannel, toPage(page))));
  expect(pages.map(({ contents, pagination }) => [contents.length, pagination.current_page])).toEqual([
    [1, 1],
    [1, 2],
  ]);
  expect(pages[0]?.contents[0]?.id).not.toBe(pages[1]?.contents[0]?.id);
});

test("a client sees its own change, even among many concurrent requests", async () => {
  const crowd = new AbortController();
  const asking = requestRepeatedly(crowd.signal);
  try {
    for (let n = 0; n < 10; n++) {
      const { id } = await testApp.publishes(maya, `Heat ${n}`);
      const first = () => testApp.visitor.call(contentRoutes.ofChannel, toPage(1));
      expect((await first()).contents[0]?.id).toBe(id);
      await maya.call(contentRoutes.update, { params: { id }, body: { visibility: "private" } });
      expect((await first()).contents[0]?.id).not.toBe(id);
    }
  } finally {
    crowd.abort();
  }
  expect(await asking).toBeGreaterThan(0);
});

test("a refusal reaches all coalesced requests, and the next request is answered", async () => {
  const replies = await requestConcurrently(testApp.visitor, `${VIDEOS}?per_page=0`);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([422]));
  expect((await requestConcurrently(testApp.visitor, VIDEOS))[0]?.status).toBe(200);
});

function toPage(page: number) {
  return { params: { contentType: "video" as const }, query: { current_page: page, per_page: 1 } };
}

/** Requests the first page, five times at once, until aborted. @returns the number of replies */
async function requestRepeatedly(signal: AbortSignal): Promise<number> {
  const askOn = async () => {
    let answers = 0;
    while (!signal.aborted) {
      await testApp.visitor.call(contentRoutes.ofChannel, toPage(1));
      answers++;
    }
    return answers;
  };
  const answers = await Promise.all(Array.from({ length: 5 }, askOn));
  return answers.reduce((sum, one) => sum + one, 0);
}
