import type { ProfileView } from "@app/contract/profile";
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { aProfile } from "#testing/a-profile.ts";
import { aRegistration } from "#testing/a-registration.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { ProfileInfoPage } from "./profile-info-page.tsx";
import { ProfileTab } from "./setting/profile-tab.tsx";

afterEach(() => {
  setUser(null);
  setAccessToken(null);
});

const ATHLETE: ProfileView["earner"] = {
  plan: "Individual",
  first_name: "Maya",
  last_name: "Torres",
  team_name: null,
  organization_name: null,
  ssn_last4: "7265",
  street: "1 River St",
  city: "Boston",
  state: "MA",
  zipcode: "02134",
  graduation_year: "2027",
  gpa: "3.85",
  channel_category: [],
  offers: [],
  visits: [],
  contact_person: null,
  coach_person: null,
};

test.each([
  ["a page of its own", <ProfileInfoPage key="page" />],
  ["Settings", <ProfileTab key="tab" />],
])("an earner whose plan has changed enters its details on %s", async (_, page) => {
  const profile = aProfile({ user_type: "Fieldhouse", plan: "Team", earner: ATHLETE });
  setUser({ ...profile, teams: [], can: {} } as never);
  setAccessToken("token");
  answerWith((path) => {
    if (path.includes("/user/profile")) return profile;
    return path.includes("/earner-registration") ? aRegistration({ plan: "Team" }) : [];
  });
  renderOnPage(page);
  await screen.findByText(/^Please enter its details\./);
  expect(await screen.findByLabelText("Team name")).toBeTruthy();
});
