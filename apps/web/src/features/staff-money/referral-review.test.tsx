import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { ReferralReview } from "./referral-review.tsx";

const idOf = (at: number) => `0190a1b2-0000-7000-8000-00000000000${at}`;

const PAGE = { current_page: 1, per_page: 20, total: 2, last_page: 1, next: null };
const AT = "2026-02-03T10:00:00.000Z";

test("after a referral is released, the focus is on the next one's link, where a second press releases nothing", async () => {
  let referrals = ["ana", "ben"].map((username, at) => ({
    id: idOf(at),
    username,
    earner: "maya",
    stage: "joined",
    joined_at: AT,
    credited_at: null,
    available_at: null,
    amount_cents: 500,
    flags: ["same-phone"],
    reason: null,
    is_open: true,
    earner_referrals: 2,
    earner_flagged: 2,
    can: { release: true, reverse: true },
  }));
  answerWith((path) => {
    if (path.endsWith("/release")) referrals = referrals.slice(1);
    return path.endsWith("/release") ? null : { referrals, pagination: PAGE };
  });
  renderOnPage(<ReferralReview state="open" />);
  const [release] = await screen.findAllByRole("button", { name: "Release" });
  if (release) await userEvent.click(release);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "@ben" })));
  expect(screen.queryByText("@ana")).toBeNull();
});
