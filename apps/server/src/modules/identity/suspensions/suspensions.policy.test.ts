import { expect, test } from "vitest";
import { OWNER, STAFF } from "#testing/viewers.ts";
import { toSuspensionMessage, whyNotSuspend } from "./suspensions.policy.ts";

test.each([
  [new Date("2031-03-04T17:12:00Z"), "Spam", "suspended until March 4, 2031 at 5:12 PM UTC. Reason: Spam. If"],
  [null, "Threats!", "Your account was closed by our team. Reason: Threats! If"],
])("until %s for “%s” reads “…%s…”", (until, reason, sentence) => {
  expect(toSuspensionMessage({ reason, until })).toContain(sentence);
});

test.each([
  [STAFF.accountId, null, "yourself"],
  [OWNER.accountId, "moderator", "on the staff"],
  [OWNER.accountId, null, null],
])("staff cannot suspend themselves or each other: %s with the role %s", (id, staff_role, refusal) => {
  const said = whyNotSuspend(STAFF, { id, staff_role });
  if (refusal === null) expect(said).toBeNull();
  else expect(said).toContain(refusal);
});
