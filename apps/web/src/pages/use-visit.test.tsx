import type { ContentItem } from "@app/contract/contents";
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useStream } from "#features/player/lazy-player.tsx";
import { anItem } from "#testing/an-item.ts";
import { useVisit } from "./use-visit.ts";

const aVideo = (hls: string | null, trim_from_s = 0, length = 60): ContentItem => {
  const { video_content, ...item } = anItem({ trim_from_s, length });
  return { ...item, video_content: { ...video_content, hls, storyboard: hls && `${hls}.vtt` } };
};

/** @param fresh what the server has by now */
function watch(first: ContentItem, fresh = first) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return Response.json({ code: 200, status: "success", message: "OK", data: { resume_at_s: null, ticket: "new" } });
  });
  const loaded = { resume_at_s: null, ticket: "first" };
  const { result, rerender } = renderHook(
    (item: ContentItem) => {
      const { stream, renewUrl } = useStream(item, async () => fresh);
      return { stream, renewUrl, visit: useVisit(item.id, loaded, stream) };
    },
    { initialProps: first },
  );
  return {
    asked,
    rerender,
    renewUrl: () => act(() => result.current.renewUrl()),
    urlOf: () => result.current.stream.hls,
    storyboardOf: () => result.current.stream.storyboard,
    ticketOf: () => result.current.visit?.ticket,
  };
}

test("a newer URL of the same video does not restart it", () => {
  const { rerender, urlOf, storyboardOf, asked } = watch(aVideo("/one"));
  rerender(aVideo("/two"));
  expect([urlOf(), storyboardOf(), asked]).toEqual(["/one", "/one.vtt", []]);
});

test("a video that can be played by now is played", () => {
  const { rerender, urlOf } = watch(aVideo(null));
  rerender(aVideo("/one"));
  expect(urlOf()).toBe("/one");
});

test.each([
  ["the start", aVideo("/two", 10, 50)],
  ["the end", aVideo("/two", 0, 50)],
])("a trim of %s takes the player along with the captions and the chapters, with a new ticket", async (_, trimmed) => {
  const { rerender, urlOf, storyboardOf, ticketOf } = watch(aVideo("/one"));
  expect(ticketOf()).toBe("first");
  rerender(trimmed);
  expect([urlOf(), storyboardOf()]).toEqual(["/two", "/two.vtt"]);
  await waitFor(() => expect(ticketOf()).toBe("new"));
});

test("a URL that has expired is renewed once, although the page is drawn later", async () => {
  const trimmed = aVideo("/two", 10);
  const { rerender, renewUrl, urlOf, ticketOf, asked } = watch(aVideo("/one"), trimmed);
  expect(await renewUrl()).toBe(true);
  expect(urlOf()).toBe("/two");
  rerender(trimmed);
  expect([await renewUrl(), urlOf()]).toEqual([false, "/two"]);
  await waitFor(() => expect(ticketOf()).toBe("new"));
  expect(asked).toHaveLength(1);
});
