import { BIO_MAX_CHARS, EARNER_FIELD_MESSAGES, OFFERS_MAX, VISITS_MAX } from "../earner-fields.ts";
import type { EarnerForm } from "../registration.ts";

/** One rule: a field's value and the message it gets. */
export type FieldRule = {
  forms: readonly EarnerForm[];
  field: string;
  value: unknown;
  /** Null: the value is valid. */
  message: string | null;
};

const GROUPS: EarnerForm[] = ["team", "organization"];
const PLACES: EarnerForm[] = ["individual-1", ...GROUPS];

/** The label starts the message. */
const REQUIRED: [forms: EarnerForm[], field: string, label: string][] = [
  [["individual-1"], "first_name", "First name"],
  [["individual-1"], "last_name", "Last name"],
  [["individual-1"], "phone", "Phone"],
  [["team"], "team_name", "Team name"],
  [["organization"], "organization_name", "Organization name"],
  [PLACES, "username", "Username"],
  [PLACES, "ssn", "SSN"],
  [PLACES, "street", "Street"],
  [PLACES, "city", "City"],
  [PLACES, "state", "State"],
  [PLACES, "zipcode", "ZIP"],
  ...requiredOf(GROUPS, "contact", "Contact"),
  [["team"], "contact_person_phone", "Contact phone"],
  ...requiredOf(["team"], "coach", "Coach"),
  [["team"], "coach_person_phone", "Coach phone"],
  [["individual-2"], "graduation_year", "Graduation year"],
  [["individual-2"], "gpa", "GPA"],
];

function requiredOf(forms: EarnerForm[], role: string, label: string): typeof REQUIRED {
  return [
    [forms, `${role}_person_first_name`, `${label} first name`],
    [forms, `${role}_person_last_name`, `${label} last name`],
    [forms, `${role}_person_email`, `${label} email`],
    [forms, `${role}_person_street`, `${label} street`],
    [forms, `${role}_person_city`, `${label} city`],
    [forms, `${role}_person_state`, `${label} state`],
    [forms, `${role}_person_zipcode`, `${label} ZIP`],
  ];
}

function rulesOf(forms: EarnerForm[], field: string, rules: [value: unknown, message: string | null][]): FieldRule[] {
  return rules.map(([value, message]) => ({ forms, field, value, message }));
}

function zipRules(forms: EarnerForm[], field: string): FieldRule[] {
  return rulesOf(forms, field, [
    ["10001", null],
    ["1234", EARNER_FIELD_MESSAGES.zipLength],
    ["123456", EARNER_FIELD_MESSAGES.zipLength],
    ["1234a", EARNER_FIELD_MESSAGES.zipDigits],
  ]);
}

/** An offer or a visit with a name only. */
const OFFER = { college_name: "Ohio State University", college_logo: null, college_offer_date: null };

/** Every rule of the plans' forms (`docs/product.md`), checked by tests of the page and the server. */
export const EARNER_RULES: readonly FieldRule[] = [
  ...REQUIRED.flatMap(([forms, field, label]) => rulesOf(forms, field, [["", `${label} is a required field`]])),
  ...rulesOf(["individual-1"], "date_of_birth", [
    ["", "Date of birth is a required field."],
    ["02/2004", null],
    ["2004-02", null],
    ["2004-02-29", null],
    ["2005-02-29", EARNER_FIELD_MESSAGES.birth],
    ["13/2004", EARNER_FIELD_MESSAGES.birth],
    ["12/1899", EARNER_FIELD_MESSAGES.birth],
    ["2999-01", EARNER_FIELD_MESSAGES.birth],
  ]),
  ...rulesOf(PLACES, "ssn", [
    ["123456789", null],
    ["12345678", EARNER_FIELD_MESSAGES.ssnLength],
    ["1234567890", EARNER_FIELD_MESSAGES.ssnLength],
    ["12345678a", EARNER_FIELD_MESSAGES.ssnDigits],
  ]),
  ...zipRules(PLACES, "zipcode"),
  ...zipRules(GROUPS, "contact_person_zipcode"),
  ...zipRules(["team"], "coach_person_zipcode"),
  ...rulesOf(PLACES, "state", [
    ["DC", null],
    ["PR", "State is a required field"],
  ]),
  ...rulesOf(GROUPS, "contact_person_email", [["not an address", "Contact email must be a valid email"]]),
  ...rulesOf(["team"], "coach_person_email", [["not an address", "Coach email must be a valid email"]]),
  ...rulesOf(["individual-1"], "phone", [
    ["2125550123", null],
    ["+442071838750", null],
    ["12345", "Phone must be a valid phone number"],
  ]),
  ...rulesOf(["organization"], "contact_person_phone", [
    [null, null],
    ["2125550123", null],
  ]),
  ...rulesOf(PLACES, "bio", [
    ["", null],
    ["b".repeat(BIO_MAX_CHARS), null],
    ["b".repeat(BIO_MAX_CHARS + 1), EARNER_FIELD_MESSAGES.bio],
  ]),
  ...rulesOf(["individual-2"], "graduation_year", [
    ["2027", null],
    ["20x7", EARNER_FIELD_MESSAGES.graduationDigits],
    ["3027", EARNER_FIELD_MESSAGES.graduationYear],
  ]),
  ...rulesOf(["individual-2"], "gpa", [
    ["4", null],
    ["3.85", null],
    ["3.8571", null],
    ["three", EARNER_FIELD_MESSAGES.gpa],
    ["3.", EARNER_FIELD_MESSAGES.gpa],
    ["-1", EARNER_FIELD_MESSAGES.gpa],
  ]),
  ...rulesOf(["individual-2", ...GROUPS], "channel_category", [[[], "Channel category is a required field"]]),
  ...rulesOf(["individual-2"], "offers", [
    [Array(OFFERS_MAX).fill(OFFER), null],
    [Array(OFFERS_MAX + 1).fill(OFFER), EARNER_FIELD_MESSAGES.tooMany],
  ]),
  ...rulesOf(["individual-2"], "visits", [
    [Array(VISITS_MAX).fill(OFFER), null],
    [Array(VISITS_MAX + 1).fill(OFFER), EARNER_FIELD_MESSAGES.tooMany],
  ]),
];
