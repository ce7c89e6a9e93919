import { EARNER_TYPE } from "@app/contract/brand";
import {
  channelCategory,
  collegeEntry,
  EARNER_FIELD_MESSAGES,
  OFFERS_MAX,
  optionalPhone,
  VISITS_MAX,
} from "@app/contract/earner-fields";
import { individualBasics, individualSport, organizationFields, teamFields } from "@app/contract/earners";
import type { RegistrationView } from "@app/contract/registration";
import { GENDERS } from "@app/contract/sign-up";
import { z } from "zod";
import { readMonthYear, writeSlashed } from "#ui/date-field.tsx";
import { toSentPhone } from "#ui/phone-field.tsx";

/** Account fields that the payload repeats and no form edits. */
const ACCOUNT = { username: true, email: true, user_type: true, gender: true, plan: true } as const;

/** The contract's rules; some widgets hold text that is first converted to the sent value. */
export const basicsForm = z
  .object(individualBasics)
  .omit({ ...ACCOUNT, step: true })
  .extend({
    phone: z.string().transform(toSentPhone).pipe(individualBasics.phone),
    state: z.string().pipe(individualBasics.state),
    // MM/YYYY; the server keeps the day it already knows.
    date_of_birth: z
      .string()
      .transform(toSlashed)
      .refine((text) => individualBasics.date_of_birth.safeParse(text).success, EARNER_FIELD_MESSAGES.birth),
  });

const collegeRow = z.object({
  college_name: collegeEntry.shape.college_name,
  college_logo: z.string().nullable(),
  /** For display; not sent. */
  college_logo_url: z.string().nullable(),
  college_category: z.number(),
  college_offer_date: z.string().nullable(),
});
export type CollegeRow = z.infer<typeof collegeRow>;

/** The contract also accepts other notations; the form holds numbers. */
const categories = z.array(z.number()).check((context) => {
  const [issue] = channelCategory.safeParse(context.value).error?.issues ?? [];
  if (issue) context.issues.push({ code: "custom", message: issue.message, input: context.value });
});

export const sportForm = z
  .object(individualSport)
  .omit({ step: true })
  .extend({
    channel_category: categories,
    offers: z.array(collegeRow).max(OFFERS_MAX, EARNER_FIELD_MESSAGES.tooMany),
    visits: z.array(collegeRow).max(VISITS_MAX, EARNER_FIELD_MESSAGES.tooMany),
  });

export const organizationForm = z
  .object(organizationFields)
  .omit({ ...ACCOUNT, date_of_birth: true })
  .extend({
    channel_category: categories,
    state: z.string().pipe(organizationFields.state),
    contact_person_state: z.string().pipe(organizationFields.contact_person_state),
    contact_person_phone: z.string().transform(toSentPhone).pipe(optionalPhone.unwrap()),
  });

export const teamForm = z
  .object(teamFields)
  .omit({ ...ACCOUNT, date_of_birth: true })
  .extend({
    channel_category: categories,
    state: z.string().pipe(teamFields.state),
    contact_person_state: z.string().pipe(teamFields.contact_person_state),
    contact_person_phone: z.string().transform(toSentPhone).pipe(teamFields.contact_person_phone),
    coach_person_state: z.string().pipe(teamFields.coach_person_state),
    coach_person_phone: z.string().transform(toSentPhone).pipe(teamFields.coach_person_phone),
  });

function toSlashed(text: string): string {
  const read = readMonthYear(text);
  return read ? writeSlashed(read) : "";
}

/** Account fields that every payload repeats. */
export function accountFields({ username, email, gender }: RegistrationView) {
  const known = GENDERS.find((one) => one === gender);
  return { username, email, user_type: EARNER_TYPE, ...(known && { gender: known }) };
}

/** The full date entered at sign-up, for the payloads of organizations and teams. */
export function birthField({ date_of_birth }: RegistrationView): { date_of_birth?: string } {
  return date_of_birth?.length === "YYYY-MM-DD".length ? { date_of_birth } : {};
}

/** @returns the path of every field, such as `offers.0.college_name`, as the form and the server name it */
export function fieldPaths(values: object, above = ""): string[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    const path = `${above}${name}`;
    const isNested = typeof value === "object" && value !== null;
    return isNested ? [path, ...fieldPaths(value, `${path}.`)] : [path];
  });
}
