import { z } from "zod";
import { BRAND } from "./brand.ts";
import { addressFields, requiredText } from "./earner-fields.ts";
import { defineRoute, nothing } from "./http.ts";
import { requiredMessage } from "./validation.ts";

export const TAX_CLASSES = [
  ...(["individual", "c_corporation", "s_corporation", "partnership"] as const),
  ...(["trust", "llc", "other"] as const),
] as const;
export type TaxClass = (typeof TAX_CLASSES)[number];

export const TAX_CLASS_LABELS: Readonly<Record<TaxClass, string>> = {
  individual: "Individual or sole proprietor",
  c_corporation: "C corporation",
  s_corporation: "S corporation",
  partnership: "Partnership",
  trust: "Trust or estate",
  llc: "Limited liability company",
  other: "Other",
};

export const TIN_TYPES = ["ssn", "ein"] as const;
export type TinType = (typeof TIN_TYPES)[number];
export const TIN_LABELS: Readonly<Record<TinType, string>> = {
  ssn: "Social Security number (SSN)",
  ein: "Employer identification number (EIN)",
};

/** Part II of the W-9. The server stores the sentences that were certified. */
export const W9_CERTIFICATION = [
  "Under penalties of perjury, I certify that:",
  "1. The number shown on this form is my correct taxpayer identification number.",
  "2. I am not subject to backup withholding.",
  "3. I am a U.S. citizen or other U.S. person.",
  "4. Any FATCA code entered on this form is correct; none is.",
].join(" ");

export const TAX_MESSAGES = {
  saved: "Thank you. Your W-9 is saved.",
  tinDigits: "The number must be exactly 9 digits.",
  certify: "Please certify this to submit your W-9.",
  cannotCertify: `If you cannot certify this, write to ${BRAND.supportEmail} and we will help you.`,
  yearSaved: "Saved.",
} as const;

/** @returns what staff do about a year that has no threshold yet */
export function noTaxYear(year: number): string {
  return `Nobody has entered the tax threshold of ${year} yet. Enter it under Tax: the amount from which payments of ${year} are reported to the IRS, and the form and box they are reported in.`;
}

/** A W-9. The SSN of the sign-up is none: it came without a certification. */
export const w9Fields = {
  name: requiredText("Name", 100),
  business_name: z
    .string()
    .trim()
    .max(100, "Business name must be at most 100 characters")
    .transform((text) => (text === "" ? null : text))
    .nullable()
    .default(null),
  tax_class: z.enum(TAX_CLASSES, requiredMessage("Tax classification")),
  tin_type: z.enum(TIN_TYPES, requiredMessage("Type of number")),
  tin: z
    .string({ error: requiredMessage("Number") })
    .overwrite((text) => text.replace(/[\s-]/g, ""))
    .min(1, { error: requiredMessage("Number"), abort: true })
    .regex(/^\d{9}$/, TAX_MESSAGES.tinDigits),
  ...addressFields,
  is_certified: z.literal(true, { error: ({ input }) => (input === false ? TAX_MESSAGES.certify : undefined) }),
};

const taxYear = z.coerce.number().int().min(2000).max(2200);

/** What must be reported of the payments of a year. */
export const taxYearView = z.object({
  year: z.int(),
  threshold_cents: z.int(),
  form: z.string(),
  box: z.string(),
  /** Earners who were paid that year, and those who reached the threshold. */
  paid_earners: z.int(),
  reported_earners: z.int(),
  paid_cents: z.int(),
});
export type TaxYearView = z.infer<typeof taxYearView>;

/** A file that the page saves. */
export const csvFile = z.object({ file_name: z.string(), csv: z.string() });
export type CsvFile = z.infer<typeof csvFile>;

export const taxRoutes = {
  giveW9: defineRoute({
    name: "tax.giveForm",
    summary: "Submit a W-9, which replaces an earlier one",
    method: "POST",
    path: "/tax-form",
    access: "member",
    body: w9Fields,
    data: nothing,
    writes: "tax_forms",
  }),
  years: defineRoute({
    name: "tax.years",
    summary: "List the tax years, newest first",
    method: "GET",
    path: "/admin/tax-years",
    access: "admin",
    data: z.object({
      years: z.array(taxYearView),
      /** The current year in the platform's time zone, and whether it is entered. */
      current: z.object({ year: z.int(), is_entered: z.boolean() }),
    }),
  }),
  saveYear: defineRoute({
    name: "tax.saveYear",
    summary: "Enter or change the threshold, form and box of a year",
    method: "PUT",
    path: "/admin/tax-years/:year",
    access: "admin",
    params: { year: taxYear },
    body: {
      threshold_cents: z.int().min(1, "The threshold must be above $0.00").max(100_000_000),
      form: requiredText("Form", 20),
      box: requiredText("Box", 5),
    },
    data: nothing,
    writes: "tax_years",
  }),
  exportYear: defineRoute({
    name: "tax.exportYear",
    summary: "Export who must be reported for a year, with their numbers; the audit log has it",
    method: "POST",
    path: "/admin/tax-years/:year/export",
    access: "admin",
    params: { year: taxYear },
    data: csvFile,
  }),
};
