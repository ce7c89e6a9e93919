import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { aProfile } from "#testing/a-profile.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { ProfileForm, ProfilePartForm } from "./profile-form.tsx";

const COLLEGE = { college_name: "Rice University", college_logo: null, college_logo_url: null };
const ATHLETE = aProfile({
  plan: "Individual",
  phone: "5125550100",
  bio: "Rower",
  earner: {
    plan: "Individual",
    first_name: "Maya",
    last_name: "Ito",
    team_name: null,
    organization_name: null,
    ssn_last4: "6789",
    street: "1 Main St",
    city: "Austin",
    state: "TX",
    zipcode: "73301",
    graduation_year: "2027",
    gpa: "3.50",
    channel_category: [{ id: 1, name: "Rowing" }],
    offers: [{ ...COLLEGE, college_category: 1, college_offer_date: "2026-02-03" }],
    visits: [],
    contact_person: null,
    coach_person: null,
  },
});
const CATEGORIES = [{ value: 1, label: "Rowing" }];

afterEach(() => {
  setUser(null);
  setAccessToken(null);
});

async function type(label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

/** @returns what each save sends, of the fields of a form */
function openProfile(onSaved: () => void, view = ATHLETE): () => object[] {
  setAccessToken("token");
  const card = {
    type: ATHLETE.user_type,
    is_staff: false,
    teams: [],
    can: { upload: true, refer: true, administer: false },
  };
  const sent = answerWith(() => ({ ...ATHLETE, ...card }));
  renderOnPage(<ProfileForm view={view} categories={CATEGORIES} onSaved={onSaved} />);
  return () => sent.flatMap(({ body }) => (body instanceof FormData ? [Object.fromEntries(body)] : []));
}

test("a deactivated earner can correct the address to which checks are still mailed", async () => {
  const onSaved = vi.fn();
  const sent = openProfile(onSaved, { ...ATHLETE, plan: null });
  await type("Street", "7 New Road");
  expect(screen.queryByLabelText("GPA")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ street: "7 New Road" }]);
});

test("only what is changed is sent, each time, so that what another device changed meanwhile stays", async () => {
  const onSaved = vi.fn();
  const sent = openProfile(onSaved);
  await type("City", "Houston");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ city: "Houston" }]);
  await type("First name", "May");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent()).toEqual([{ city: "Houston" }, { first_name: "May" }]));
});

test("a section of the channel sends only what is changed in it", async () => {
  const onSave = vi.fn(async () => undefined);
  const rest = { categories: CATEGORIES, onSave, onDone: vi.fn() };
  renderOnPage(<ProfilePartForm label="Facts" view={ATHLETE} plan="Individual" part="facts" {...rest} />);
  await type("GPA", "3.80");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onSave.mock.calls).toEqual([[{ gpa: "3.80" }]]));
});
