import type { ContactView, RegistrationView, TypedFormView } from "@app/contract/registration";
import type { z } from "zod";
import { thisMonth, writeMonthYear } from "#ui/date-field.tsx";
import { fromSentPhone } from "#ui/phone-field.tsx";
import type { basicsForm, organizationForm, sportForm, teamForm } from "./form-values.ts";

/** A field's default: the draft, else the submitted value, else what the account has. */
type TextOf = (name: string, sent?: string | null) => string;

function textReader({ typed }: RegistrationView): TextOf {
  return (name, sent) => typed?.texts[name] ?? sent ?? "";
}

export function basicsDefaults(view: RegistrationView): z.input<typeof basicsForm> {
  const text = textReader(view);
  const sent = view.individual;
  return {
    first_name: text("first_name", sent?.first_name),
    last_name: text("last_name", sent?.last_name),
    ssn: "",
    date_of_birth: text("date_of_birth", sent?.date_of_birth ?? view.date_of_birth ?? writeMonthYear(thisMonth())),
    phone: text("phone", fromSentPhone(sent?.phone ?? view.phone)),
    ...addressDefaults(text, sent),
    bio: text("bio", sent?.bio ?? view.bio),
  };
}

export function sportDefaults(view: RegistrationView): z.input<typeof sportForm> {
  const text = textReader(view);
  const sent = view.individual?.sport;
  const edited = unsentDraft(view, "gpa") ?? sent;
  const saved = view.saved_sport ?? { graduation_year: null, gpa: null, offers: [], visits: [] };
  const begun = sent ?? saved;
  const { offers, visits } = edited ?? saved;
  return {
    graduation_year: text("graduation_year", begun.graduation_year),
    gpa: text("gpa", begun.gpa),
    channel_category: edited?.channel_category ?? [],
    offers,
    visits,
  };
}

export function organizationDefaults(view: RegistrationView): z.input<typeof organizationForm> {
  const text = textReader(view);
  const sent = view.organization;
  return {
    organization_name: text("organization_name", sent?.organization_name),
    ssn: "",
    channel_category: (unsentDraft(view, "organization_name") ?? sent)?.channel_category ?? [],
    ...addressDefaults(text, sent),
    ...contactDefaults(text, sent?.contact_person, view.phone),
    bio: text("bio", sent?.bio ?? view.bio),
  };
}

export function teamDefaults(view: RegistrationView): z.input<typeof teamForm> {
  const text = textReader(view);
  const sent = view.team;
  return {
    team_name: text("team_name", sent?.team_name),
    ssn: "",
    channel_category: (unsentDraft(view, "team_name") ?? sent)?.channel_category ?? [],
    ...addressDefaults(text, sent),
    ...contactDefaults(text, sent?.contact_person, view.phone),
    ...coachDefaults(text, sent?.coach_person),
    bio: text("bio", sent?.bio ?? view.bio),
  };
}

type Address = { street: string; city: string; state: string; zipcode: string };

function addressDefaults(text: TextOf, sent: Address | null | undefined): Address {
  return {
    street: text("street", sent?.street),
    city: text("city", sent?.city),
    state: text("state", sent?.state),
    zipcode: text("zipcode", sent?.zipcode),
  };
}

/** The phone entered at sign-up is the contact person's default. */
function contactDefaults(text: TextOf, sent: ContactView | undefined, phone: string | null) {
  return {
    contact_person_first_name: text("contact_person_first_name", sent?.first_name),
    contact_person_last_name: text("contact_person_last_name", sent?.last_name),
    contact_person_email: text("contact_person_email", sent?.email),
    contact_person_phone: text("contact_person_phone", fromSentPhone(sent ? sent.phone : phone)),
    contact_person_street: text("contact_person_street", sent?.street),
    contact_person_city: text("contact_person_city", sent?.city),
    contact_person_state: text("contact_person_state", sent?.state),
    contact_person_zipcode: text("contact_person_zipcode", sent?.zipcode),
  };
}

function coachDefaults(text: TextOf, sent: ContactView | undefined) {
  return {
    coach_person_first_name: text("coach_person_first_name", sent?.first_name),
    coach_person_last_name: text("coach_person_last_name", sent?.last_name),
    coach_person_email: text("coach_person_email", sent?.email),
    coach_person_phone: text("coach_person_phone", fromSentPhone(sent?.phone ?? null)),
    coach_person_street: text("coach_person_street", sent?.street),
    coach_person_city: text("coach_person_city", sent?.city),
    coach_person_state: text("coach_person_state", sent?.state),
    coach_person_zipcode: text("coach_person_zipcode", sent?.zipcode),
  };
}

/**
 * The draft, if the form was edited since it was last submitted; submitting deletes its fields from the draft on the
 * server. The form edited last may be another one: a draft keeps the lists of all forms.
 * @param text a text field of this form only, which is in the draft from the first edit on
 */
function unsentDraft({ typed }: RegistrationView, text: string): TypedFormView | null {
  return typed && text in typed.texts ? typed : null;
}
