import { accountId, channelId } from "@app/contract/ids";
import type { PersonDetail, PersonGuardian } from "@app/contract/people";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { expectClosedDialogToTell } from "#testing/closed-dialogs.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { PersonView } from "./person-detail.tsx";

const ID = accountId.parse("0190a1b2-0000-7000-8000-000000000001");

const KIT: PersonDetail = {
  id: ID,
  username: "kit",
  full_name: "Kit Vega",
  email: "kit@people.test",
  is_verified: true,
  plan: "Team",
  staff_role: null,
  suspension: null,
  created_at: "2026-01-01T12:00:00.000Z",
  phone: null,
  age: 16,
  has_two_factor: false,
  channel: {
    id: channelId.parse("0190a1b2-0000-7000-8000-000000000002"),
    name: "Kit's channel",
    is_hidden: false,
    followers: 0,
  },
  deactivated_at: null,
  deletion_due_at: null,
  subscription: null,
  devices: [],
  items: 0,
  comments: 0,
  referrals: 0,
  referred_by: null,
  ssn_last4: null,
  guardian: null,
  can: { suspend: true, change_role: false, show_channel: false },
};

const ROSA: PersonGuardian = {
  name: "Rosa Vega",
  email: "rosa@people.test",
  relation: "Mother",
  state: "accepted",
  since: "2026-03-04T12:00:00.000Z",
};

async function show(guardian: PersonGuardian | null): Promise<void> {
  answerWith(() => ({ ...KIT, guardian }));
  renderOnPage(<PersonView id={ID} />);
  await screen.findByText("kit@people.test");
}

const factOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

test("a guardian is shown with address, relation, answer and date", async () => {
  await show(ROSA);
  expect(factOf("Guardian")).toBe("Rosa Vega (mother)");
  expect(factOf("Guardian's email")).toBe("rosa@people.test");
  expect(factOf("Guardian's consent")).toMatch(/^Given on March 4, 2026 at /);
});

test.each([
  ["asked", "Asked"],
  ["declined", "Declined"],
  ["withdrawn", "Withdrawn"],
  ["expired", "Expired without an answer"],
] as const)("a consent that is “%s” is shown as “%s”", async (state, said) => {
  await show({ ...ROSA, relation: null, state });
  expect(factOf("Guardian")).toBe("Rosa Vega");
  expect(factOf("Guardian's consent")).toMatch(new RegExp(`^${said} on March 4, 2026 at `));
});

test("nothing about a guardian is shown of somebody who has asked none, or to a moderator", async () => {
  await show(null);
  expect(screen.queryByText(/^Guardian/)).toBeNull();
});

test.each([
  ["a week", new Date(Date.now() + 7 * 24 * 3_600_000).toISOString(), "Their channel and content stay as they are."],
  ["good", null, "This ends the ban."],
])("changing a suspension for %s says what becomes of the channel", async (_length, until, said) => {
  const suspension = { reason: "Threats", until, suspended_at: "2026-02-03T10:00:00.000Z" };
  answerWith(() => ({ ...KIT, suspension }));
  renderOnPage(<PersonView id={ID} />);
  await userEvent.click(await screen.findByRole("button", { name: "Change suspension" }));
  expect((await screen.findByRole("dialog")).textContent).toContain(said);
});

test("the button that replaces a pressed one takes the focus: Restore after a ban, Suspend after the end of it", async () => {
  let suspension: PersonDetail["suspension"] = null;
  answerWith((path) => {
    if (path.endsWith("/suspend"))
      suspension = { reason: "Threats", until: null, suspended_at: "2026-02-03T10:00:00.000Z" };
    if (path.endsWith("/restore")) suspension = null;
    return /suspend|restore/.test(path) ? null : { ...KIT, suspension };
  });
  renderOnPage(
    <main tabIndex={-1}>
      <PersonView id={ID} />
    </main>,
  );
  const decide = async (act: string) => {
    (await screen.findByRole("button", { name: act })).focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.type(await screen.findByLabelText("Reason"), "It is right{Enter}");
    await waitFor(() => expect(screen.queryByRole("button", { name: act })).toBeNull());
  };
  await decide("Ban");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Restore" })));
  await decide("Restore");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Suspend" })));
});

test("a channel that staff removed is shown again with a reason", async () => {
  let isRemoved = true;
  const sent = answerWith((path) => {
    if (path.endsWith("/show-channel")) {
      isRemoved = false;
      return null;
    }
    return { ...KIT, channel: { ...KIT.channel, is_hidden: isRemoved }, can: { ...KIT.can, show_channel: isRemoved } };
  });
  renderOnPage(<PersonView id={ID} />);
  await userEvent.click(await screen.findByRole("button", { name: "Show the channel" }));
  // It may still be hidden for another reason.
  await screen.findByText("For the audit log. If the channel is visible then, they are notified of that, but not why.");
  await userEvent.type(await screen.findByLabelText("Reason"), "It was a parody{Enter}");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show the channel" })).toBeNull());
  expect(sent.map(({ body }) => body)).toContainEqual({ reason: "It was a parody" });
});

test.each([
  ["Suspend", "saved"],
  ["Suspend", "refused"],
  ["Change role", "saved"],
  ["Change role", "refused"],
] as const)(
  "“%s” that was closed and is %s later says so, and leaves the next dialog as it is",
  async (button, how) => {
    await expectClosedDialogToTell(how, {
      isSlow: (path) => /\/(suspend|role)$/.test(path),
      answer: () => ({ ...KIT, can: { suspend: true, change_role: true, show_channel: false } }),
      draw: () => renderOnPage(<PersonView id={ID} />),
      buttons: [button, "Ban"],
    });
  },
);
