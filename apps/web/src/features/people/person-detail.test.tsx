// Imported here, so that the first reply to be validated does not wait for it.
import "@app/contract/routes";
import { accountId } from "@app/contract/ids";
import type { PersonDetail } from "@app/contract/people";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { PersonView } from "./person-detail.tsx";

const ID = accountId.parse("0190a1b2-0000-7000-8000-000000000001");
const CHANNEL = "0190a1b2-0000-7000-8000-000000000002";

const person = (suspension: PersonDetail["suspension"]) => ({
  ...{ id: ID, username: "maya", full_name: "Maya Reyes", email: "maya@example.com", is_verified: true },
  ...{ plan: null, staff_role: null, suspension, created_at: "2026-02-03T10:00:00.000Z", phone: null, age: 20 },
  channel: { id: CHANNEL, name: "Maya", is_hidden: suspension !== null, followers: 0 },
  ...{ has_two_factor: false, deactivated_at: null, deletion_due_at: null, subscription: null, devices: [] },
  ...{ items: 0, comments: 0, referrals: 0, referred_by: null, ssn_last4: null },
  can: { suspend: true, change_role: false },
});

test("the button that replaces a pressed one takes the focus: Restore after a ban, Suspend after the end of it", async () => {
  let suspension: PersonDetail["suspension"] = null;
  answerWith((path) => {
    if (path.endsWith("/suspend"))
      suspension = { reason: "Threats", until: null, suspended_at: "2026-02-03T10:00:00.000Z" };
    if (path.endsWith("/restore")) suspension = null;
    return /suspend|restore/.test(path) ? null : person(suspension);
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
