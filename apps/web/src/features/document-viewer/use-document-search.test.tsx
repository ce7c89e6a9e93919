import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { FindBar } from "./find-bar.tsx";
import { useDocumentSearch } from "./use-document-search.ts";

/** The text of every ten pages is one request: each hit waits for its own. */
const HITS = [1, 11, 21].map((page) => ({ page, hits: 1 }));

/** The server stopped counting. */
let hasMore: boolean;
/** As many pages with hits are stored so far. */
let hitPages: number;
let waiting: Map<number, () => void>;
const onHit = vi.fn<(page: number, share: number) => void>();

beforeEach(() => {
  waiting = new Map();
  hasMore = false;
  hitPages = HITS.length;
  onHit.mockReset();
  vi.stubGlobal("fetch", async (path: string) => {
    const { pathname, searchParams } = new URL(path, "http://page.test");
    if (pathname.endsWith("/document-search")) {
      const pages = searchParams.get("q") === "press" ? HITS.slice(0, hitPages) : [];
      return toReply({ pages, is_complete: !hasMore });
    }
    const from = Number(searchParams.get("from"));
    await new Promise<void>((resolve) => waiting.set(from, resolve));
    return toReply({ pages: [], readable_count: 30 });
  });
});

const toReply = (data: unknown) => Response.json({ code: 200, status: "success", message: "OK", data });

function Search({ readableCount = 30 }) {
  const source = { contentId: "0190a1b2-0000-7000-8000-000000000001", version: "first" };
  const options = { source, startQuery: "press", page: 1 };
  const found = useDocumentSearch({ ...options, readableCount, isComplete: readableCount === 30, onHit });
  return (
    <FindBar
      {...found}
      input={null}
      hasText
      onRetry={found.retry}
      onQuery={found.setQuery}
      onStep={found.step}
      onClose={() => undefined}
    />
  );
}

async function arrive(from: number): Promise<void> {
  await waitFor(() => expect(waiting.has(from)).toBe(true));
  waiting.get(from)?.();
}

async function openFirst(): Promise<void> {
  renderWithQueries(<Search />);
  await screen.findByText("1 of 3");
  await arrive(1);
  await waitFor(() => expect(onHit).toHaveBeenLastCalledWith(1, 0));
}

const next = () => fireEvent.click(screen.getByRole("button", { name: "Next match" }));

test("of two quick steps the last one wins, in whatever order their pages arrive", async () => {
  await openFirst();
  next();
  next();
  await arrive(21);
  await waitFor(() => expect(onHit).toHaveBeenLastCalledWith(21, 0));
  await arrive(11);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onHit.mock.calls.map(([page]) => page)).toEqual([1, 21]);
  expect(screen.getByText("3 of 3")).toBeTruthy();
});

test("a hit whose page arrives after another search is not shown", async () => {
  await openFirst();
  next();
  fireEvent.change(screen.getByLabelText("Search in the document"), { target: { value: "nothing" } });
  await screen.findByText("No matches");
  await arrive(11);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onHit.mock.calls.map(([page]) => page)).toEqual([1]);
});

test("where there are more hits than are counted, it says so", async () => {
  hasMore = true;
  renderWithQueries(<Search />);
  expect(await screen.findByText("1 of 3 or more")).toBeTruthy();
});

test("once the last pages can be read they are searched, too, and the reader stays at their hit", async () => {
  hitPages = 2;
  function Growing() {
    const [readableCount, setReadableCount] = useState(20);
    return (
      <>
        <Search readableCount={readableCount} />
        <button type="button" onClick={() => setReadableCount(30)}>
          Grow
        </button>
      </>
    );
  }
  renderWithQueries(<Growing />);
  await screen.findByText("1 of 2 or more");
  next();
  expect(screen.getByText("2 of 2 or more")).toBeTruthy();
  hitPages = 3;
  fireEvent.click(screen.getByRole("button", { name: "Grow" }));
  expect(await screen.findByText("2 of 3")).toBeTruthy();
});

test("while pages are still to come, no match is none so far", async () => {
  hitPages = 0;
  renderWithQueries(<Search readableCount={20} />);
  expect(await screen.findByText("No matches so far")).toBeTruthy();
});

test("a search that failed is not said to have found nothing, and Retry repeats it", async () => {
  const answer = fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  renderWithQueries(<Search />);
  expect(await screen.findByText("The search failed.")).toBeTruthy();
  expect(screen.queryByText("No matches")).toBeNull();
  vi.stubGlobal("fetch", answer);
  const retry = screen.getByRole("button", { name: "Retry" });
  retry.focus();
  fireEvent.click(retry);
  await screen.findByText("1 of 3");
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
});
