import type { Plan } from "@app/contract/accounts";
import { CATEGORIES_MAX, OFFERS_MAX } from "@app/contract/earner-fields";
import { collegeView, type EarnerForm, TYPED_TEXTS, type TypedFormView } from "@app/contract/registration";
import { z } from "zod";

/** Values of any of the forms. */
export type FormTexts = Record<string, unknown>;

const TEXT_MAX_CHARS = 300;
const COLLEGE_MAX_CHARS = 200;

const numbers = z.array(z.int()).catch([]);
const rows = z.array(collegeView).catch([]);

/**
 * A form's draft for the server. The SSN is not one of its fields.
 * @param where `before` is the draft of the other forms, which is kept
 */
export function toFormDraft(
  values: FormTexts,
  where: { plan: Plan; form: EarnerForm; before: TypedFormView | null },
): TypedFormView {
  const { plan, form, before } = where;
  const texts = Object.fromEntries(
    TYPED_TEXTS.flatMap((name): [string, string][] => {
      const value = values[name];
      return typeof value === "string" ? [[name, value.slice(0, TEXT_MAX_CHARS)]] : [];
    }),
  );
  return {
    plan,
    form,
    texts: { ...before?.texts, ...texts },
    channel_category: numbers.parse(values.channel_category).slice(0, CATEGORIES_MAX),
    offers: toRows(values.offers),
    visits: toRows(values.visits),
  };
}

function toRows(list: unknown): TypedFormView["offers"] {
  return rows
    .parse(list)
    .slice(0, OFFERS_MAX)
    .map((row) => ({ ...row, college_name: row.college_name.slice(0, COLLEGE_MAX_CHARS) }));
}
