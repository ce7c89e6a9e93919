import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { aProfile } from "#testing/a-profile.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { ReferralPage } from "./referral-page.tsx";

afterEach(() => {
  setUser(null);
  setAccessToken(null);
});

function openPage(inactive_reason: string | null): void {
  setUser({ ...aProfile(), plan: "Individual", teams: [], can: { refer: true } } as never);
  setAccessToken("token");
  answerWith((path) => {
    if (path.includes("/referral-details"))
      return { referrals: [], pagination: { current_page: 1, per_page: 10, total: 0, last_page: 1 } };
    if (!path.includes("/referral-links")) throw new TypeError("offline");
    const first = { code: "CODE2222", url: "http://fieldhouse.test/referral/CODE2222", label: null };
    const figures = { created_at: "2026-02-03T10:00:00.000Z", withdrawn_at: null, opens: 0, sign_ups: 0 };
    return {
      first: { ...first, ...figures, earned_cents: 0 },
      links: [],
      withdrawn_count: 0,
      terms: { trigger: "verified", reward_cents: 1_000 },
      inactive_reason,
      pagination: { current_page: 1, per_page: 20, total: 0, last_page: 1, next: null },
    };
  });
  renderOnPage(<ReferralPage />);
}

test("an earner reads what their links earn", async () => {
  openPage(null);
  await screen.findByText(/^You earn \$10\.00 for each new person/);
  expect(await screen.findByText(/Send yours to one friend/)).toBeTruthy();
});

test.each([
  ["lapsed", "Your plan has ended.", "/billing"],
  ["hidden", "Your channel is hidden.", null],
  ["turned_off", "Your referral link is turned off.", null],
])("an earner whose links earn nothing (%s) reads why, and no promise", async (reason, title, href) => {
  openPage(reason);
  await screen.findByText(title);
  await screen.findByText("Nobody has signed up with your links yet.");
  expect(screen.queryByText(/You earn \$10\.00/)).toBeNull();
  expect(screen.queryByRole("button", { name: /^(Copy|Share) link/ })).toBeNull();
  const link = screen.queryByRole("link", { name: "Pay for a plan again" });
  expect(link?.getAttribute("href") ?? null).toBe(href);
});
