import type { RegistrationView } from "@app/contract/registration";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { markOwnRegistration } from "#lib/own-registration.ts";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { aRegistration } from "#testing/a-registration.ts";
import { aSubscription, aSummary } from "#testing/a-summary.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { PayStep } from "./pay-step.tsx";

const PAID = aRegistration({ plan: "Team", next: "paid" });
const COMPLETED = {
  email: PAID.email,
  username: PAID.username,
  profile_url: null,
  plan: "Team",
  user_type: "Fieldhouse",
  next: "done",
};

function Step() {
  const { data } = useQuery(registration);
  const place = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <p>{place}</p>
      {data && <PayStep view={data} nothing={<p>Nothing to pay</p>} onEnded={() => undefined} />}
    </>
  );
}

test.each<{ who: string; after: RegistrationView | null; place: string }>([
  { who: "not verified", after: PAID, place: "/verify-email" },
  { who: "verified on another device", after: { ...PAID, is_verified: true }, place: "/login" },
  { who: "verified, and the sign-up has ended", after: null, place: "/login" },
])("after the payment, somebody who is $who goes to $place", async ({ after, place }) => {
  markOwnRegistration();
  let isCompleted = false;
  answerWith((path) => {
    if (path.includes("/summary")) return aSummary(aSubscription({ plan: "Team" }));
    if (path.includes("/complete-earner-registration")) {
      isCompleted = true;
      return COMPLETED;
    }
    return isCompleted ? after : PAID;
  });
  const reply = fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) =>
    isCompleted && after === null
      ? Response.json({ kind: "gone", message: "Gone.", errors: {} }, { status: 410 })
      : reply(path, init),
  );
  renderOnPage(<Step />);
  await userEvent.click(await screen.findByRole("button", { name: "Continue" }));
  expect(await screen.findByText(place)).toBeTruthy();
});

const OFFER = {
  plan: "Individual",
  price_cents: 999,
  currency: "usd",
  interval: "month",
  title: "Student Athlete",
  benefits: [],
} as const;

test.each([
  { plan: "that has ended, which the session does not know yet", status: "canceled", pays: true },
  { plan: "that is paid", status: "active", pays: false },
  { plan: "without a payment of their own", status: null, pays: false },
] as const)("an earner with a plan $plan pays: $pays", async ({ status, pays }) => {
  setUser({ id: "1", type: "Fieldhouse", plan: "Individual", can: { upload: true }, teams: [] } as never);
  setAccessToken("token");
  answerWith((path) =>
    path.includes("/summary")
      ? { ...aSummary(status && aSubscription({ status })), offer: OFFER }
      : aRegistration({
          plan: "Individual",
          next: "done",
          is_upgrade: true,
          is_verified: true,
          can: { ...PAID.can, enter_profile: false, abort: false },
        }),
  );
  renderOnPage(<Step />);
  await screen.findByText(pays ? "Pay by card" : "Nothing to pay");
  expect(screen.queryByText(pays ? "Nothing to pay" : "Pay by card")).toBeNull();
  setUser(null);
  setAccessToken(null);
});
