import type { UserCard } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import { accountId, channelId } from "@app/contract/ids";
import { describe, expect, test } from "vitest";
import { footerLinks, headerLinks } from "./links.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";

function card(type: UserCard["type"], plan: UserCard["plan"]): UserCard {
  return {
    id: accountId.parse(ID),
    type,
    plan,
    username: "maya",
    email: "maya@people.test",
    full_name: "Maya",
    profile_url: null,
    is_staff: false,
    must_enable_two_factor: false,
    has_blocks: false,
    teams: [],
    channel: { id: channelId.parse(ID), name: "Maya" },
    can: { upload: plan !== null, refer: plan !== null, administer: false },
  };
}

const ROLES = {
  visitor: null,
  fan: card("General User", null),
  earner: card(BRAND.name, "Team"),
};

const written = (links: ReturnType<typeof headerLinks>) => links.map(({ label, href }) => `${label} ${href}`);

describe("the links of each role, in their words and order", () => {
  test.each([
    ["visitor", ["About /#about", "Features /#features", "Community /#community"]],
    ["fan", ["Following /following"]],
    ["earner", ["Following /following", "Earner's Hub /creator-view", "My Referrals /referral-page"]],
  ] as const)("in the header of a %s", (role, links) => {
    expect(written(headerLinks(ROLES[role]))).toEqual(links);
  });

  test.each([
    ["visitor", ["Home /", "Features /#features", "Community /#community", "Terms /terms"]],
    ["fan", ["Home /explore", "Following /following", "Terms /terms"]],
    [
      "earner",
      [
        ...["Home /explore", "Following /following", "My Referrals /referral-page"],
        ...["Earner's Hub /creator-view", "Terms /terms"],
      ],
    ],
  ] as const)("in the footer of a %s", (role, links) => {
    expect(written(footerLinks(ROLES[role]))).toEqual(links);
  });
});
