import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { useToasts } from "#lib/toast.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { OwnLinks } from "./own-links.tsx";

const AT = "2026-02-03T10:00:00.000Z";
const toLink = (label: string | null, at: number) => ({
  code: `CODE222${at + 2}`,
  url: `http://fieldhouse.test/r/CODE222${at + 2}`,
  label,
  created_at: AT,
  withdrawn_at: null as string | null,
  opens: 0,
  sign_ups: 0,
  earned_cents: 0,
});

afterEach(() => useToasts.setState({ toasts: [] }));
const messages = () => useToasts.getState().toasts.map(({ message }) => message);

/** @param replyTo delays or replaces a reply */
function showLinks(replyTo: (path: string, reply: () => unknown) => unknown = (_path, reply) => reply()) {
  const links = ["Insta", "Poster", "Team chat"].map((label, at) => toLink(label, at + 1));
  links[2] = { ...toLink("Team chat", 3), withdrawn_at: AT };
  answerWith((path) => {
    const gone = links.find(({ code }) => path.endsWith(`/referral-links/${code}`));
    if (gone) {
      gone.withdrawn_at = AT;
      return null;
    }
    return replyTo(path, () => ({
      first: toLink(null, 0),
      links: links.filter(({ withdrawn_at }) => (withdrawn_at !== null) === path.includes("withdrawn")),
      withdrawn_count: links.filter(({ withdrawn_at }) => withdrawn_at !== null).length,
      terms: { trigger: "verified", reward_cents: 1_000, pending_days: 30 },
      pagination: { current_page: 1, per_page: 20, total: 2, last_page: 1, next: null },
    }));
  });
  renderOnPage(
    <main tabIndex={-1}>
      <OwnLinks />
    </main>,
  );
}

test("after a link is deactivated, the message is there and the focus is on the next link, also if the other list is slow", async () => {
  let isSlow = false;
  showLinks(async (path, reply) => {
    if (isSlow && path.includes("withdrawn")) await new Promise((done) => setTimeout(done, 100));
    return reply();
  });
  await userEvent.click(await screen.findByRole("button", { name: "Show deactivated links (1)" }));
  await screen.findByRole("list", { name: "Deactivated links" });
  isSlow = true;
  await userEvent.click(screen.getByRole("button", { name: "Actions for Insta" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Deactivate" }));
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Deactivate" }));
  await waitFor(() => expect(messages()).toEqual(["The link was deactivated."]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Copy link of Poster" })));
});

test("where the browser has no clipboard, copying says that it failed", async () => {
  showLinks();
  const copy = await screen.findByRole("button", { name: "Copy link of Insta" });
  const user = userEvent.setup();
  vi.stubGlobal(
    "navigator",
    new Proxy(navigator, { get: (on, name) => (name === "clipboard" ? undefined : Reflect.get(on, name)) }),
  );
  await user.click(copy);
  await waitFor(() => expect(messages()).toEqual(["Failed to copy referral link"]));
});

test("links that earn nothing are not offered to be shared, but show what they have brought", async () => {
  showLinks((_path, reply) => ({ ...(reply() as object), inactive_reason: "lapsed" }));
  await screen.findByRole("button", { name: "Actions for Insta" });
  expect(screen.getByRole("heading", { name: "Your referral link" })).toBeTruthy();
  expect(screen.getAllByText("earned")).toHaveLength(3);
  expect(screen.queryByRole("button", { name: /^(Copy|Share|New) link/ })).toBeNull();
});

test("a link that is switched off alone is not offered to be shared, and says why", async () => {
  showLinks((_path, reply) => {
    const { links, ...rest } = reply() as { links: ReturnType<typeof toLink>[] };
    return { ...rest, links: links.map((link) => ({ ...link, is_turned_off: link.label === "Insta" })) };
  });
  await screen.findByRole("button", { name: "Copy link of Poster" });
  expect(screen.getAllByText("This link is turned off. It earns nothing new for now.")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: /^(Copy|Share) link of Insta/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Actions for Insta" })).toBeTruthy();
});

test("while the first link alone is switched off, the other ones can be shared", async () => {
  showLinks((_path, reply) => ({ ...(reply() as object), first: { ...toLink(null, 0), is_turned_off: true } }));
  await screen.findByRole("button", { name: "Copy link of Poster" });
  expect(screen.getAllByText("This link is turned off. It earns nothing new for now.")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
  expect(screen.getByRole("button", { name: "New link" })).toBeTruthy();
});
