import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/** Labels that cannot be derived from the field's name, by path without list indexes. */
const LABELS: Record<string, string> = {
  "card.name": "Name on card",
  "card.number": "Card number",
  "card.cvc": "Security code",
  "card.zip": "Billing ZIP",
  "card.exp_month": "Expiration month",
  "card.exp_year": "Expiration year",
  "marks.label": "Result",
  category_id: "Category",
  full_name: "Name",
  height_in: "Height",
  organization: "School or club",
  payment_method_id: "Payment method",
  price_cents: "Price",
  watched_s: "Watched time",
  weight_lb: "Weight",
};

/** Labels of a list's entries. */
const ENTRY_LABELS: Record<string, string> = {
  highlights: "Highlight",
  marks: "Result",
  offers: "Offer",
  tags: "Tag",
  visits: "Visit",
};

const ACRONYMS: Record<string, string> = { gpa: "GPA", id: "ID", ip: "IP", ssn: "SSN", zip: "ZIP", zipcode: "ZIP" };

const TYPES: Record<string, string> = {
  string: "must be text",
  number: "must be a valid number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  tuple: "must be a list",
  object: "must be an object",
  record: "must be an object",
};

const FORMATS: Record<string, string> = {
  email: "must be a valid email",
  uuid: "must be a valid UUID",
  date: "must be a real date",
};

/** The message for a missing field. Only the one for a birthday ends with a full stop. */
export function requiredMessage(label: string): string {
  return `${label} is a required field${label === "Date of birth" ? "." : ""}`;
}

/** @returns the field's label on its form, for example 'Contact ZIP' for `contact_person_zipcode` */
export function labelOf(path: readonly PropertyKey[]): string {
  const names = path.filter((part) => typeof part === "string");
  const name = names.at(-1) ?? "";
  if (typeof path.at(-1) === "number" && name in ENTRY_LABELS) return ENTRY_LABELS[name] ?? name;
  return LABELS[names.join(".")] ?? LABELS[name] ?? toLabel(name);
}

function toLabel(name: string): string {
  const words = name
    .replace(/^(contact|coach)_person_/, "$1_")
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .split("_")
    .map((word) => ACRONYMS[word] ?? word)
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toMessage(issue: Issue): string {
  const path = issue.path ?? [];
  if (path.length === 0 && issue.code === "invalid_type") return "The body must be a JSON object.";
  const label = labelOf(path);
  if (isMissing(issue)) return requiredMessage(label);
  return `${label} ${toComplaint(issue)}`;
}

/** An empty text is missing, and so is an empty list that requires an entry. */
function isMissing({ code, input, ...issue }: Issue): boolean {
  if (input === undefined || input === null || input === "") return true;
  return code === "too_small" && issue.origin !== "number" && issue.minimum === 1;
}

function toComplaint(issue: Issue): string {
  if (issue.code === "too_small")
    return `must ${toBound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum)}`;
  if (issue.code === "too_big")
    return `must ${toBound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum)}`;
  if (issue.code === "invalid_value")
    return `must be ${issue.values.length > 1 ? "one of: " : ""}${issue.values.join(", ")}`;
  if (issue.code === "invalid_type") return TYPES[issue.expected] ?? "is not valid";
  if (issue.code === "invalid_format") return FORMATS[issue.format] ?? "is not valid";
  return "is not valid";
}

function toBound(origin: string, relation: string, bound: number | bigint): string {
  if (origin === "string") return `be ${relation} ${bound} characters`;
  if (origin === "array") return `have ${relation} ${bound} ${bound === 1 ? "entry" : "entries"}`;
  return `be ${relation} ${bound}`;
}

/** Pass this to every `parse` of user input, so that schemas without their own messages use these. */
export const VALIDATION_OPTIONS = { error: toMessage } as const;

type Params = {
  error: (issue: { code?: string; input?: unknown; path?: PropertyKey[] | undefined }) => string | undefined;
};

/** A message for an invalid value. A missing one is still 'a required field'. */
export function unlessMissing(message: string): Params {
  return { error: ({ input }) => (input === undefined || input === null ? undefined : message) };
}

/** A message for an invalid text: the field's label and the complaint. Length errors keep their own messages. */
export function labeled(complaint: string): Params {
  return {
    error: ({ code, input, path }) =>
      input === undefined || input === null || code === "too_small" || code === "too_big"
        ? undefined
        : `${labelOf(path ?? [])} ${complaint}`,
  };
}
