import { contentRoutes } from "@app/contract/contents";
import { API_PREFIX } from "@app/contract/http";
import { searchRoutes } from "@app/contract/search";
import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";

const CROWD = 25;
const VIDEOS = `${API_PREFIX}/get-contents/video`;

const testApp = await createTestApp();
const maya = await testApp.person("maya", { plan: "Individual" });
const fan = await testApp.person("fan");

/** What a crowd is answered that asks the same at the same time. */
async function askAtOnce(asker: Pick<typeof fan, "send">, path: string) {
  const replies = await Promise.all(Array.from({ length: CROWD }, () => asker.send("GET", path)));
  return replies.map(({ status, headers, text }) => ({
    status,
    type: headers.get("content-type"),
    keeping: headers.get("cache-control"),
    request: headers.get("x-request-id"),
    text,
  }));
}

test("a crowd that asks the same at once is answered alike, each its own request", async () => {
  const { id } = await testApp.publishes(maya, "Relay final");
  const replies = await askAtOnce(testApp.visitor, VIDEOS);
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies[0]).toMatchObject({ status: 200, type: "application/json; charset=utf-8", keeping: null });
  expect(replies[0]?.text).toContain(id);
  expect(new Set(replies.map(({ request }) => request)).size).toBe(CROWD);
});

test("visitors and members who ask at once get each their own answer and no cache keeps the members'", async () => {
  const [visitors, members] = await Promise.all([askAtOnce(testApp.visitor, VIDEOS), askAtOnce(fan, VIDEOS)]);
  expect(new Set(visitors.map(({ keeping }) => keeping))).toEqual(new Set([null]));
  expect(new Set(members.map(({ keeping }) => keeping))).toEqual(new Set(["private, no-store"]));
  const path = `${API_PREFIX}${searchRoutes.result.path}?search=relay`;
  const [refused, found] = await Promise.all([askAtOnce(testApp.visitor, path), askAtOnce(fan, path)]);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]));
});

test("other pages, filters and spellings are other questions", async () => {
  await testApp.publishes(maya, "Long jump");
  const pages = await Promise.all([1, 2].map((page) => testApp.visitor.call(contentRoutes.ofChannel, toPage(page))));
  expect(pages.map(({ contents, pagination }) => [contents.length, pagination.current_page])).toEqual([
    [1, 1],
    [1, 2],
  ]);
  expect(pages[0]?.contents[0]?.id).not.toBe(pages[1]?.contents[0]?.id);
});

test("whoever has just changed something sees it, however many ask the same meanwhile", async () => {
  const crowd = new AbortController();
  const asking = keepAsking(crowd.signal);
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

test("a question that is refused is refused to all who ask it, and the next one is answered", async () => {
  const replies = await askAtOnce(testApp.visitor, `${VIDEOS}?per_page=0`);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([422]));
  expect((await askAtOnce(testApp.visitor, VIDEOS))[0]?.status).toBe(200);
});

function toPage(page: number) {
  return { params: { contentType: "video" as const }, query: { current_page: page, per_page: 1 } };
}

/** Asks for the first page, five at a time, until it is told to stop. @returns how often it was answered */
async function keepAsking(signal: AbortSignal): Promise<number> {
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
