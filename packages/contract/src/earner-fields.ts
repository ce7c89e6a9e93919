import { z } from "zod";
import { userType } from "./accounts.ts";
import { partialDate } from "./dates.ts";
import { categoryId, pictureId } from "./ids.ts";
import { toLine, toText } from "./plain-text.ts";
import { dateOfBirth, EARLIEST_BIRTH_YEAR, GENDERS, newEmail, phone } from "./sign-up.ts";
import { requiredMessage } from "./validation.ts";

/** The 50 states of the United States and the District of Columbia, by two-letter code. */
export const STATES = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
} as const;

export type StateCode = keyof typeof STATES;

export const BIO_MAX_CHARS = 50;
export const SSN_DIGITS = 9;
export const ZIP_DIGITS = 5;
export const OFFERS_MAX = 100;
export const VISITS_MAX = 100;
export const CATEGORIES_MAX = 20;
export const NAME_MAX_CHARS = 60;
export const GROUP_NAME_MAX_CHARS = 80;
/** The reserved row 'College athletics'. */
export const COLLEGE_CATEGORY = 88;
export const GPA_MAX = 100;
const STREET_MAX_CHARS = 120;
const GRADUATION_YEARS_AHEAD = 12;

export const EARNER_FIELD_MESSAGES = {
  ssnLength: `SSN must be exactly ${SSN_DIGITS} digits`,
  ssnDigits: "SSN must contain only numbers",
  zipLength: `ZIP must be exactly ${ZIP_DIGITS} digits`,
  zipDigits: "ZIP must contain only numbers",
  graduationDigits: "Graduation year must contain only numbers",
  graduationYear: "Graduation year must be a real year",
  gpa: "GPA must be a valid number",
  /** Fixed wording, for more than 100 offers or visits. */
  tooMany: "Please enter only one offer.",
  bio: `Bio must be at most ${BIO_MAX_CHARS} characters`,
  birth: "Date of birth must be a real date",
} as const;

/** @param label the field's label */
export function requiredText(label: string, maxChars: number) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? requiredMessage(label) : undefined) })
    .overwrite(toLine)
    .min(1, { error: requiredMessage(label), abort: true })
    .max(maxChars, `${label} must be at most ${maxChars} characters`);
}

function digits(label: string, count: number, faults: { length: string; digits: string }) {
  return z
    .string()
    .trim()
    .min(1, { error: requiredMessage(label), abort: true })
    .max(100, { error: faults.length, abort: true })
    .check((context) => {
      const addIssue = (message: string) => context.issues.push({ code: "custom", message, input: context.value });
      if (context.value.length !== count) addIssue(faults.length);
      if (/\D/.test(context.value)) addIssue(faults.digits);
    });
}

export const ssn = digits("SSN", SSN_DIGITS, {
  length: EARNER_FIELD_MESSAGES.ssnLength,
  digits: EARNER_FIELD_MESSAGES.ssnDigits,
});

function zipcode(label: string) {
  return digits(label, ZIP_DIGITS, {
    length: EARNER_FIELD_MESSAGES.zipLength,
    digits: EARNER_FIELD_MESSAGES.zipDigits,
  });
}

const STATE_CODES = Object.keys(STATES) as [StateCode, ...StateCode[]];

function requiredPhone(label: string) {
  return z
    .string()
    .trim()
    .min(1, { error: requiredMessage(label), abort: true })
    .pipe(phone);
}

export const optionalPhone = phone.nullable().default(null);
export const bio = z.string().overwrite(toText).max(BIO_MAX_CHARS, EARNER_FIELD_MESSAGES.bio).default("");

/** The address of a person or an organization. */
export const addressFields = {
  street: requiredText("Street", STREET_MAX_CHARS),
  city: requiredText("City", GROUP_NAME_MAX_CHARS),
  state: z.enum(STATE_CODES, requiredMessage("State")),
  zipcode: zipcode("ZIP"),
};

const contactFields = {
  contact_person_first_name: requiredText("Contact first name", NAME_MAX_CHARS),
  contact_person_last_name: requiredText("Contact last name", NAME_MAX_CHARS),
  contact_person_email: newEmail,
  contact_person_street: requiredText("Contact street", STREET_MAX_CHARS),
  contact_person_city: requiredText("Contact city", GROUP_NAME_MAX_CHARS),
  contact_person_state: z.enum(STATE_CODES, requiredMessage("Contact state")),
  contact_person_zipcode: zipcode("Contact ZIP"),
};

export const coachFields = {
  coach_person_first_name: requiredText("Coach first name", NAME_MAX_CHARS),
  coach_person_last_name: requiredText("Coach last name", NAME_MAX_CHARS),
  coach_person_email: newEmail,
  coach_person_phone: requiredPhone("Coach phone"),
  coach_person_street: requiredText("Coach street", STREET_MAX_CHARS),
  coach_person_city: requiredText("Coach city", GROUP_NAME_MAX_CHARS),
  coach_person_state: z.enum(STATE_CODES, requiredMessage("Coach state")),
  coach_person_zipcode: zipcode("Coach ZIP"),
};

export const organizationContactFields = { ...contactFields, contact_person_phone: optionalPhone };
export const teamContactFields = { ...contactFields, contact_person_phone: requiredPhone("Contact phone") };

export const channelCategory = z
  .array(categoryId)
  .min(1, requiredMessage("Channel category"))
  .max(CATEGORIES_MAX, `Please choose at most ${CATEGORIES_MAX} categories.`);

/** `college_logo` is a picture of the caller's own, uploaded to `/college-logo`; never a URL. */
export const collegeEntry = z.strictObject({
  college_name: requiredText("College name", 150),
  college_logo: pictureId.nullable().default(null),
  college_category: categoryId.default(COLLEGE_CATEGORY),
  college_offer_date: partialDate("Date must be a real month").nullable().default(null),
});
export type CollegeEntry = z.output<typeof collegeEntry>;

const collegeList = (max: number) => z.array(collegeEntry).max(max, EARNER_FIELD_MESSAGES.tooMany);
export const offers = collegeList(OFFERS_MAX);
export const visits = collegeList(VISITS_MAX);

export const graduationYear = z
  .string()
  .trim()
  .min(1, { error: requiredMessage("Graduation year"), abort: true })
  .regex(/^\d+$/, { error: EARNER_FIELD_MESSAGES.graduationDigits, abort: true })
  .refine(
    (text) =>
      Number(text) >= EARLIEST_BIRTH_YEAR && Number(text) <= new Date().getUTCFullYear() + GRADUATION_YEARS_AHEAD,
    EARNER_FIELD_MESSAGES.graduationYear,
  );

/** As typed, so that 3.50 stays 3.50. */
export const gpa = z
  .string()
  .trim()
  .min(1, { error: requiredMessage("GPA"), abort: true })
  .regex(/^\d{1,3}(\.\d{1,10})?$/, { error: EARNER_FIELD_MESSAGES.gpa, abort: true })
  .refine((text) => Number(text) <= GPA_MAX, `GPA must be at most ${GPA_MAX}`);

/** MM/YYYY as in the form, YYYY-MM, or a full date. */
export const partialDateOfBirth = z
  .string()
  .trim()
  .min(1, { error: requiredMessage("Date of birth"), abort: true })
  .pipe(partialDate(EARNER_FIELD_MESSAGES.birth))
  .refine((date) => date <= new Date().toISOString().slice(0, date.length), EARNER_FIELD_MESSAGES.birth);

/** Account fields that the forms send again. They change nothing: a different value is refused. */
export const accountFields = {
  username: requiredText("Username", 100),
  email: z.string().trim().max(254).optional(),
  user_type: userType.optional(),
  gender: z.enum(GENDERS).optional(),
};

export const groupAccountFields = { ...accountFields, date_of_birth: dateOfBirth.optional() };
