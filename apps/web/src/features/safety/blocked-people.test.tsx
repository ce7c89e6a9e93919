import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "#testing/page-parts.tsx";
import { BlockedPeople } from "./blocked-people.tsx";

test("after a person is unblocked, the focus is on the next one's button, and after the last on the page", async () => {
  let people = ["Ana", "Ben", "Cleo"].map((name, at) => ({
    id: `0190a1b2-0000-7000-8000-00000000000${at}`,
    name,
    username: name,
    channel_profile: null,
    blocked_at: "2026-02-03T10:00:00.000Z",
  }));
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    if (method === "POST") people = people.filter(({ id }) => !path.endsWith(id));
    const page = { current_page: 1, per_page: 10, total: people.length, last_page: 1, next: null };
    const data = method === "POST" ? null : { people, pagination: page };
    return Response.json({ code: 200, status: "success", message: "OK", data });
  });
  renderOnPage(
    <main tabIndex={-1}>
      <BlockedPeople />
    </main>,
  );
  const unblock = async (name: string) => {
    await userEvent.click(await screen.findByRole("button", { name: `Unblock ${name}` }));
    await waitFor(() => expect(screen.queryByText(name)).toBeNull());
  };
  await unblock("Ben");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Unblock Cleo" }));
  await unblock("Cleo");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Unblock Ana" }));
  await unblock("Ana");
  expect(document.activeElement).toBe(screen.getByRole("main"));
});
