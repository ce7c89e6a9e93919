import type { PartialDate } from "@app/contract/dates";
import type { RegistrationStep, RegistrationView } from "@app/contract/registration";
import { toE164 } from "@app/contract/sign-up";
import type { Draft } from "./profile.policy.ts";
import { requireContact, toCollegeView, toSavedSport } from "./profile.presenter.ts";
import type { CollegeRow, ProfileRow } from "./profiles.sql.ts";

type Urls = { picture: (key: string) => string; logo: (id: string) => string };

type Person = {
  username: string;
  email: string;
  email_verified_at: Date | null;
  phone: string | null;
  gender: string | null;
  bio: string;
};

type Registration = Pick<RegistrationView, "can" | "plan"> & {
  isCompleting: boolean;
  person: Person;
  step: RegistrationStep;
  birth: PartialDate | null;
  pendingProfile: Draft;
  draftId: string | null;
  isSignedIn: boolean;
  isSignUp: boolean;
  needsGuardian: boolean;
  /** Null: there is none, or the caller may not see it. */
  profile: { profile: ProfileRow; colleges: readonly CollegeRow[] } | null;
};

/** Shows only the last four digits of the SSN. */
export function toRegistrationView(urls: Urls, registration: Registration): RegistrationView {
  const { person, pendingProfile: draft } = registration;
  return {
    username: person.username,
    email: person.email,
    phone: person.phone,
    gender: person.gender,
    date_of_birth: registration.birth,
    bio: person.bio,
    plan: registration.plan,
    next: registration.step,
    can: registration.can,
    is_completing: registration.isCompleting,
    is_upgrade: registration.isSignedIn,
    is_verified: person.email_verified_at !== null,
    is_sign_up: registration.isSignUp,
    needs_guardian: registration.needsGuardian,
    draft_id: registration.draftId,
    individual: toIndividual(urls, draft),
    team: toTeam(urls, draft),
    organization: toOrganization(urls, draft),
    saved_sport: registration.profile && toSavedSport(registration.profile, urls.logo),
    typed: toFormDraft(urls, draft),
  };
}

type SharedFields = {
  ssn: string;
  bio: string;
  street: string;
  city: string;
  state: string;
  zipcode: string;
};

function toSharedFields(urls: Urls, draft: Draft, form: SharedFields) {
  return {
    ssn_last4: form.ssn.slice(-4),
    bio: form.bio,
    profile_url: draft.profile_key === null ? null : urls.picture(draft.profile_key),
    street: form.street,
    city: form.city,
    state: form.state,
    zipcode: form.zipcode,
  };
}

function toIndividual(urls: Urls, draft: Draft): RegistrationView["individual"] {
  const { basics, sport } = draft;
  if (!basics) return null;
  return {
    ...toSharedFields(urls, draft, basics),
    first_name: basics.first_name,
    last_name: basics.last_name,
    date_of_birth: basics.date_of_birth,
    phone: toE164(basics.phone),
    sport: sport && {
      graduation_year: sport.graduation_year,
      gpa: sport.gpa,
      channel_category: sport.channel_category,
      offers: sport.offers.map((entry) => toCollegeView(entry, urls.logo)),
      visits: sport.visits.map((entry) => toCollegeView(entry, urls.logo)),
    },
  };
}

function toTeam(urls: Urls, draft: Draft): RegistrationView["team"] {
  const form = draft.team;
  return (
    form && {
      ...toSharedFields(urls, draft, form),
      team_name: form.team_name,
      channel_category: form.channel_category,
      contact_person: requireContact(form, "contact"),
      coach_person: requireContact(form, "coach"),
    }
  );
}

function toOrganization(urls: Urls, draft: Draft): RegistrationView["organization"] {
  const form = draft.organization;
  return (
    form && {
      ...toSharedFields(urls, draft, form),
      organization_name: form.organization_name,
      channel_category: form.channel_category,
      contact_person: requireContact(form, "contact"),
    }
  );
}

function toFormDraft(urls: Urls, { typed }: Draft): RegistrationView["typed"] {
  return (
    typed && {
      ...typed,
      offers: typed.offers.map((entry) => toCollegeView(entry, urls.logo)),
      visits: typed.visits.map((entry) => toCollegeView(entry, urls.logo)),
    }
  );
}
