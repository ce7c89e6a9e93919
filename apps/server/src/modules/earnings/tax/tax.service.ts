import { toAmount, toCsv } from "@app/contract/formats";
import {
  noTaxYear,
  TAX_CLASS_LABELS,
  type TaxClass,
  type TaxYearView,
  type taxRoutes,
  W9_CERTIFICATION,
  type w9Fields,
} from "@app/contract/tax";
import { z } from "zod";
import { requireGuardianConsent } from "#modules/membership/index.ts";
import { recordAudit } from "#platform/audit.ts";
import { newId } from "#platform/clock.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { dayIn } from "#platform/days.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import type { Member } from "#platform/viewer.ts";
import {
  deleteOldForms,
  insertForm,
  type ReportedRow,
  replaceEncryptedTin,
  selectEncryptedTins,
  selectNewestForms,
  selectReported,
  selectTaxYear,
  selectTaxYears,
  sumExposure,
  sumYear,
  type TaxFormRow,
  type TaxYearRow,
  upsertTaxYear,
} from "./tax.sql.ts";

/** The IRS has us keep a W-9 for four years. */
const KEPT_YEARS = 4;

type W9 = z.output<z.ZodObject<typeof w9Fields>>;

/**
 * Only the newest form of an account counts.
 * @throws AppError `not_allowed` a minor without guardian consent: the form holds an SSN
 */
export async function giveW9(deps: Pick<Deps, "sql" | "secrets" | "now">, member: Member, form: W9): Promise<void> {
  await requireGuardianConsent(deps, member.accountId);
  const { tin, is_certified: _, ...fields } = form;
  const id = newId(z.uuid());
  await insertForm(deps.sql, {
    ...fields,
    id,
    account_id: member.accountId,
    encrypted_tin: deps.secrets.encrypt(toPurpose(id), tin),
    tin_last4: tin.slice(-4),
    certification: W9_CERTIFICATION,
    certified_at: deps.now(),
  });
}

/** The purpose names the form, so that a value copied into another row cannot be decrypted. */
function toPurpose(formId: string): string {
  return `tin ${formId}`;
}

export const encryptedTins: EncryptedColumn = {
  name: "tax_forms.encrypted_tin",
  purposeOf: toPurpose,
  select: selectEncryptedTins,
  replace: replaceEncryptedTin,
};

export type TaxFacts = { form: TaxFormRow | null; exposureCents: number; thresholdCents: number | null };

/** @returns by earner, what decides whether they need a W-9 for a payment now */
export async function readTaxFacts(
  deps: Pick<Deps, "config" | "now">,
  sql: Sql,
  earnerIds: readonly string[],
): Promise<(earnerId: string) => TaxFacts> {
  const year = currentYear(deps);
  const [forms, exposures, row] = [
    await selectNewestForms(sql, earnerIds),
    await sumExposure(sql, earnerIds, { year, timeZone: deps.config.platformTimeZone }),
    await selectTaxYear(sql, year),
  ];
  return (earnerId) => ({
    form: forms.get(earnerId) ?? null,
    exposureCents: exposures.get(earnerId) ?? 0,
    thresholdCents: row?.threshold_cents ?? null,
  });
}

function currentYear(deps: Pick<Deps, "config" | "now">): number {
  return Number(dayIn(deps.now(), deps.config.platformTimeZone).slice(0, 4));
}

/** @throws AppError `conflict` staff have not entered the current year; the message says what to enter */
export async function requireTaxYear(deps: Pick<Deps, "sql" | "config" | "now">): Promise<void> {
  await requireYear(deps.sql, currentYear(deps));
}

/** For demo data, whose payout may lie in a year that nobody has entered. */
export async function enterMissingTaxYear(
  deps: Pick<Deps, "sql" | "config" | "now">,
  row: Omit<TaxYearRow, "year">,
): Promise<void> {
  const year = currentYear(deps);
  if (!(await selectTaxYear(deps.sql, year))) await upsertTaxYear(deps.sql, { ...row, year });
}

async function requireYear(sql: Sql, year: number): Promise<TaxYearRow> {
  const row = await selectTaxYear(sql, year);
  if (!row) throw new AppError("conflict", noTaxYear(year));
  return row;
}

export async function listTaxYears(
  deps: Pick<Deps, "sql" | "config" | "now">,
): Promise<z.input<(typeof taxRoutes)["years"]["data"]>> {
  const timeZone = deps.config.platformTimeZone;
  const rows = await selectTaxYears(deps.sql);
  const years: TaxYearView[] = [];
  for (const row of rows)
    years.push({ ...row, ...(await sumYear(deps.sql, { ...row, timeZone, thresholdCents: row.threshold_cents })) });
  const year = currentYear(deps);
  return {
    years,
    current: { year, is_entered: rows.some((row) => row.year === year) },
  };
}

export async function saveTaxYear(deps: Pick<Deps, "sql">, staff: Member, row: TaxYearRow): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const { year: _, ...before } = (await selectTaxYear(tx, row.year)) ?? { year: row.year };
    await upsertTaxYear(tx, row);
    const { year, ...after } = row;
    await recordAudit(tx, {
      staff,
      action: "tax_year.saved",
      subject: { kind: "setting", id: `tax-year-${year}` },
      before,
      after,
    });
  });
}

/**
 * The only place that decrypts a taxpayer's number.
 * @throws AppError `conflict` the year is not entered
 */
export async function exportTaxYear(
  deps: Pick<Deps, "sql" | "secrets" | "config">,
  staff: Member,
  year: number,
): Promise<{ file_name: string; csv: string }> {
  return inTransaction(deps.sql, async (tx) => {
    const { threshold_cents: thresholdCents, form, box } = await requireYear(tx, year);
    const rows = await selectReported(tx, { year, timeZone: deps.config.platformTimeZone, thresholdCents });
    await recordAudit(tx, {
      staff,
      action: "tax_year.exported",
      subject: { kind: "setting", id: `tax-year-${year}` },
      after: { people: rows.length },
    });
    return {
      file_name: `tax-${year}.csv`,
      csv: toCsv([EXPORT_HEADER, ...rows.map((row) => toExportRow(deps, row, { year, form, box }))]),
    };
  });
}

const EXPORT_HEADER = [
  ...["Tax year", "Form", "Box", "Amount", "Name", "Business name", "Tax classification", "TIN type", "TIN"],
  ...["Street", "City", "State", "ZIP", "Username"],
];

function toExportRow(
  deps: Pick<Deps, "secrets">,
  row: ReportedRow,
  { year, form, box }: { year: number; form: string; box: string },
): (string | number | null)[] {
  const tin = row.form_id && row.encrypted_tin && deps.secrets.decrypt(toPurpose(row.form_id), row.encrypted_tin);
  const taxClass = row.tax_class && TAX_CLASS_LABELS[row.tax_class as TaxClass];
  return [
    ...[year, form, box, toAmount(row.cents), row.name, row.business_name, taxClass],
    ...[row.tin_type?.toUpperCase() ?? null, tin, row.street, row.city, row.state, row.zipcode, row.username],
  ];
}

export const purgeTaxFormsJob = defineJob({
  name: "tax:purge-forms",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "51 8 * * *",
  async run(deps) {
    const before = deps.now();
    before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS);
    await deleteOldForms(deps.sql, before);
  },
});
