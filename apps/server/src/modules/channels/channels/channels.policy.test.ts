import { CHANNEL_MESSAGES } from "@app/contract/channels";
import { describe, expect, test } from "vitest";
import { OWNER, STAFF, STRANGER } from "#testing/viewers.ts";
import { canFetchPicture, canSeeHidden, toRefusal, toVisibility } from "./channels.policy.ts";

const OPEN = { owner_id: OWNER.accountId, hidden_at: null, hidden_for: [], erased_at: null };
const hidden = (...reasons: string[]) => ({ ...OPEN, hidden_at: new Date(), hidden_for: reasons });

test.each([
  ["nobody has hidden it", OPEN, "open"],
  ["its owner has deactivated it", hidden("deactivation"), "deactivated"],
  ["staff have hidden it", hidden("staff"), "blocked"],
  ["its owner is banned", hidden("ban"), "blocked"],
  ["both have: the staff's reason counts", hidden("deactivation", "staff"), "blocked"],
  ["an outdated reason is ignored", { ...OPEN, hidden_for: ["staff"] }, "open"],
] as const)("%s", (_, channel, visibility) => {
  expect(toVisibility(channel)).toBe(visibility);
});

test.each([
  ["its owner", OWNER, true],
  ["staff", STAFF, true],
  ["somebody else", STRANGER, false],
  ["a visitor", null, false],
] as const)("%s may see a hidden channel: %s", (_, viewer, mayBeSeen) => {
  expect(canSeeHidden(viewer, OPEN)).toBe(mayBeSeen);
  expect(toRefusal(viewer, hidden("deactivation")) === null).toBe(mayBeSeen);
});

describe("a stranger", () => {
  const refusal = (channel: Parameters<typeof toRefusal>[1]) => {
    const fault = toRefusal(STRANGER, channel);
    return fault && [fault.kind, fault.message];
  };

  test("sees a visible channel", () => {
    expect(refusal(OPEN)).toBeNull();
  });

  test.each([
    ["a missing channel", null, "not_found", CHANNEL_MESSAGES.missing],
    ["an erased channel", { ...OPEN, erased_at: new Date() }, "not_found", CHANNEL_MESSAGES.missing],
    ["a channel hidden by staff", hidden("staff"), "not_allowed", CHANNEL_MESSAGES.blocked],
    ["a deactivated channel", hidden("deactivation"), "gone", CHANNEL_MESSAGES.deactivated],
    ["a channel that is being deleted", hidden("deletion"), "not_found", CHANNEL_MESSAGES.missing],
    ["one that is being deleted besides", hidden("deactivation", "deletion"), "not_found", CHANNEL_MESSAGES.missing],
  ])("learns why they cannot see %s", (_, channel, kind, message) => {
    expect(refusal(channel)).toEqual([kind, message]);
  });
});

test("an erased channel is gone even for its owner", () => {
  expect(toRefusal(OWNER, { ...OPEN, erased_at: new Date() })?.kind).toBe("not_found");
});

describe("an account's picture", () => {
  const KEY = "people/avatar.png";
  test.each([
    ["of a visible channel", { ...OPEN, profile_key: null }, true],
    ["of no account", null, false],
    ["of a channel hidden by staff", { ...hidden("staff"), profile_key: KEY }, false],
    ["of a channel hidden by its owner and staff", { ...hidden("deactivation", "staff"), profile_key: KEY }, false],
    ["of an account that is being deleted", { ...hidden("deletion"), profile_key: KEY }, false],
    ["the avatar of a member who deactivated their channel", { ...hidden("deactivation"), profile_key: KEY }, true],
    ["another picture of such a member", { ...hidden("deactivation"), profile_key: "people/new.png" }, false],
  ] as const)("%s", (_, owner, mayFetch) => {
    expect(canFetchPicture(owner, KEY)).toBe(mayFetch);
  });
});
