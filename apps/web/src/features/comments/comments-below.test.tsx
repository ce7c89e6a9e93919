import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderWithQueries, type Sent } from "#testing/page-parts.tsx";
import { CommentsBelow } from "./comments-below.tsx";

const COMMENT = "0190a1b2-0000-7000-8000-000000000003";
let sent: Sent[] = [];

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => undefined);
  // Nothing comes into view.
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  sent = answerWith(() => null);
});

async function openAt(hash: string): Promise<void> {
  const root = createRootRoute({ component: () => <CommentsBelow item={anItem()} /> });
  const history = createMemoryHistory({ initialEntries: [`/${hash}`] });
  renderWithQueries(<RouterProvider router={createRouter({ routeTree: root, history }) as never} />);
  await screen.findByRole("region", { name: "Comments" });
}

test.each(["#%E0%A4%A", "#comment:%E0%A4%A", "#comment:1"])(
  "the malformed address %s leads to no comment",
  async (hash) => {
    await openAt(hash);
    expect(sent).toEqual([]);
  },
);

test.each([`#comment:${COMMENT}`, `#comment%3A${COMMENT}`])("the address %s leads to its comment", async (hash) => {
  await openAt(hash);
  await waitFor(() => expect(sent.some(({ path }) => path.includes(COMMENT))).toBe(true));
});
