import { useRouterState } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { aRegistration } from "#testing/a-registration.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { useAfterVerification } from "./after-sign-in.ts";
import { keepSignUpPath } from "./sign-up-path.ts";

afterEach(() => {
  setUser(null);
  setAccessToken(null);
});

function Verified() {
  const afterVerification = useAfterVerification();
  const place = useRouterState({ select: ({ location }) => location.href });
  return (
    <>
      <p>{place}</p>
      <button type="button" onClick={() => void afterVerification()}>
        Go on
      </button>
    </>
  );
}

test.each([
  { who: "a Content Creator in the middle of their sign-up", is_sign_up: true, place: "/normal-user?step=next" },
  { who: "anybody else", is_sign_up: false, place: "/channel/northgate.hornets" },
])("once $who is verified, they go to $place", async ({ is_sign_up, place }) => {
  setUser({ id: "0190a1b2-0000-7000-8000-000000000001", type: "General User", plan: null, teams: [] } as never);
  setAccessToken("token");
  keepSignUpPath("/channel/northgate.hornets");
  answerWith(() => aRegistration({ plan: "Team", is_sign_up }));
  renderOnPage(<Verified />);
  await userEvent.click(await screen.findByRole("button", { name: "Go on" }));
  await vi.waitFor(() => expect(screen.getByText(place)).toBeTruthy());
});
