import type { RegistrationView } from "@app/contract/registration";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { markOwnRegistration } from "#lib/own-registration.ts";
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
      {data && <PayStep view={data} nothing={null} onEnded={() => undefined} />}
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
