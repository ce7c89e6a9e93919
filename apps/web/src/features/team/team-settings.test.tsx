import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { TeamSettings } from "./team-settings.tsx";

const idOf = (at: number) => `0190a1b2-0000-7000-8000-00000000000${at}`;

const AT = "2026-02-03T10:00:00.000Z";

test("who is leaving is marked, and the focus goes on to the next one after a withdrawn invitation and after a removed member", async () => {
  setUser({ id: idOf(9), plan: "Team", channel: { id: idOf(8), name: "Hawks" }, teams: [] } as never);
  setAccessToken("token");
  let people = ["Maya", "Ana", "Ben"].map((name, at) => ({
    id: idOf(at),
    username: name.toLowerCase(),
    name,
    profile_url: null,
    joined_at: AT,
    is_you: at === 0,
    is_leaving: at === 2,
    role: at === 0 ? "owner" : "manager",
  }));
  let invitations = ["cleo", "dev"].map((name, at) => ({
    id: idOf(4 + at),
    email: `${name}@example.com`,
    role: "uploader",
    expires_at: AT,
  }));
  answerWith((path) => {
    const isChange = /\/people\/|team-invitations/.test(path);
    people = people.filter(({ id }) => !path.endsWith(id));
    invitations = invitations.filter(({ id }) => !path.endsWith(id));
    if (isChange) return null;
    if (path.includes("/log"))
      return { entries: [], pagination: { current_page: 1, per_page: 20, total: 0, last_page: 1, next: null } };
    const can = { manage_members: true, remove_members: true, leave: false };
    return { channel: { id: idOf(8), name: "Hawks" }, people, invitations, can };
  });
  renderOnPage(<TeamSettings />);
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw the invitation to cleo@example.com" }));
  const next = screen.getByRole("button", { name: "Withdraw the invitation to dev@example.com" });
  await waitFor(() => expect(document.activeElement).toBe(next));

  const leaving = screen.getByText("Account is being deleted");
  expect(leaving.closest("li")?.textContent).toContain("Ben");
  await userEvent.click(screen.getByRole("button", { name: "Remove Ana" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Remove Ana?" }));
  await userEvent.click(question.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Role of Ben" })));
  setUser(null);
  setAccessToken(null);
});

test("an owner whose plan is for one person still finds the people and invitations of before, to remove them", async () => {
  setUser({ id: idOf(9), plan: "Individual", channel: { id: idOf(8), name: "Hawks" }, teams: [] } as never);
  setAccessToken("token");
  const person = { profile_url: null, joined_at: AT, is_leaving: false };
  answerWith((path) =>
    path.includes("/log")
      ? { entries: [], pagination: { current_page: 1, per_page: 20, total: 0, last_page: 1, next: null } }
      : {
          channel: { id: idOf(8), name: "Hawks" },
          people: [
            { ...person, id: idOf(9), username: "maya", name: "Maya", is_you: true, role: "owner" },
            { ...person, id: idOf(1), username: "ana", name: "Ana", is_you: false, role: "manager" },
          ],
          invitations: [{ id: idOf(4), email: "cleo@example.com", role: "uploader", expires_at: AT }],
          can: { manage_members: false, remove_members: true, leave: false },
        },
  );
  renderOnPage(<TeamSettings />);
  await screen.findByRole("button", { name: "Remove Ana" });
  screen.getByText(/^Only you can run this channel now/);
  screen.getByRole("button", { name: "Withdraw the invitation to cleo@example.com" });
  expect(screen.queryByRole("button", { name: "Send invitation" })).toBeNull();
  expect(screen.queryByRole("combobox")).toBeNull();
  setUser(null);
  setAccessToken(null);
});

test("a role is changed by a button, not by choosing it in the list", async () => {
  setUser({ id: idOf(9), plan: "Team", channel: { id: idOf(8), name: "Hawks" }, teams: [] } as never);
  setAccessToken("token");
  const person = { profile_url: null, joined_at: AT, is_leaving: false };
  let role = "manager";
  const sent = answerWith((path) => {
    if (path.includes("/people/")) {
      role = "uploader";
      return null;
    }
    if (path.includes("/log"))
      return { entries: [], pagination: { current_page: 1, per_page: 20, total: 0, last_page: 1, next: null } };
    return {
      channel: { id: idOf(8), name: "Hawks" },
      people: [
        { ...person, id: idOf(9), username: "maya", name: "Maya", is_you: true, role: "owner" },
        { ...person, id: idOf(1), username: "ana", name: "Ana", is_you: false, role },
      ],
      invitations: [],
      can: { manage_members: true, remove_members: true, leave: false },
    };
  });
  const changes = () => sent.filter(({ path }) => path.includes("/people/")).map(({ body }) => body);
  renderOnPage(<TeamSettings />);
  const list = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Role of Ana" });
  await userEvent.selectOptions(list, "Uploader");
  await userEvent.selectOptions(list, "Manager");
  expect(screen.queryByRole("button", { name: "Change role of Ana" })).toBeNull();
  await userEvent.selectOptions(list, "Uploader");
  expect(changes()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Change role of Ana" }));
  await waitFor(() => expect(document.activeElement).toBe(list));
  expect([changes(), list.value]).toEqual([[{ role: "uploader" }], "uploader"]);
  setUser(null);
  setAccessToken(null);
});

test("a team whose channel staff have hidden says so, and can be left", async () => {
  const user = { id: idOf(9), plan: null, channel: { id: idOf(8), name: "Leo" }, teams: [] };
  setUser({ ...user, hidden_teams: [{ id: idOf(7), name: "Hawks" }] } as never);
  setAccessToken("token");
  const person = { profile_url: null, joined_at: AT, is_leaving: false };
  answerWith((path) => {
    if (path.includes("/log"))
      return { entries: [], pagination: { current_page: 1, per_page: 20, total: 0, last_page: 1, next: null } };
    const leo = { ...person, id: idOf(9), username: "leo", name: "Leo", is_you: true, role: "uploader" };
    const isOwn = path.endsWith(idOf(8));
    return {
      channel: isOwn ? user.channel : { id: idOf(7), name: "Hawks" },
      people: [isOwn ? { ...leo, role: "owner" } : leo],
      invitations: [],
      can: { manage_members: false, remove_members: isOwn, leave: !isOwn },
    };
  });
  renderOnPage(<TeamSettings />);
  expect(await screen.findByRole("button", { name: "Leave Hawks" })).toBeTruthy();
  expect(screen.getByText("Our team has hidden this channel.")).toBeTruthy();
  setUser(null);
  setAccessToken(null);
});
