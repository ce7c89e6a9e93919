import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { useCountView } from "./watch.queries.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Watched() {
  const countView = useCountView("an-item", 60);
  return (
    <button type="button" onClick={() => countView(30)}>
      Watch
    </button>
  );
}

test.each([
  { kind: "internal", status: 500, requests: 5 },
  { kind: "not_found", status: 404, requests: 1 },
])("requests to report a view that fails with $status: $requests", async ({ kind, status, requests }) => {
  vi.useFakeTimers();
  let sent = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.endsWith("/an-item/view")) sent++;
    const counted = { counted: true, total_views: 1 };
    if (sent === 5) return Response.json({ code: 200, status: "success", message: "OK", data: counted });
    return Response.json({ code: status, status: "error", kind, message: "No.", errors: {} }, { status });
  });
  renderWithQueries(<Watched />);
  // The second report of one visit is none.
  for (let times = 0; times < 2; times++) fireEvent.click(screen.getByRole("button", { name: "Watch" }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toBe(requests);
});
