import { sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "profile.json",
    about: "Your earner profile, with only the last four digits of the SSN or EIN",
    tables: ["earner_profiles", "earner_categories"],
    rows: (me) => raw`
      select p.plan, p.first_name, p.last_name, p.group_name, p.ssn_last4, p.street, p.city, p.state, p.zipcode,
        p.graduation_year, p.gpa, p.created_at, p.updated_at,
        array(select g.name from earner_categories e join categories g on g.id = e.category_id
          where e.account_id = p.account_id order by 1) as categories
      from earner_profiles p where p.account_id = ${me}`,
  },
  {
    file: "contacts.json",
    about: "Your contact persons and coaches",
    tables: ["earner_contacts"],
    rows: (me) => raw`
      select role, first_name, last_name, email, phone, street, city, state, zipcode
      from earner_contacts where account_id = ${me} order by role`,
  },
  {
    file: "colleges.json",
    about: "Your offers and visits",
    tables: ["college_entries", "college_logos"],
    rows: (me) => raw`
      select kind, college_name, category_id, happened_on, date_precision, logo_id
      from college_entries where account_id = ${me} order by kind, position`,
  },
  {
    file: "guardian.json",
    about: "The guardians we asked for consent, and their answers",
    tables: ["guardian_consents"],
    rows: (me) => raw`
      select guardian_name, guardian_email, asked_at, answered_at, is_accepted, withdrawn_at, stated_name, relation,
        consent_text
      from guardian_consents where account_id = ${me} order by id`,
  },
  {
    file: "payment-methods.json",
    about: "Your cards, as far as we store them",
    tables: ["payment_methods"],
    rows: (me) => raw`
      select brand, last4, exp_month, exp_year, is_default, created_at, deleted_at
      from payment_methods where account_id = ${me} order by id`,
  },
  {
    file: "subscriptions.json",
    about: "Your plans, and what you agreed to",
    tables: ["subscriptions"],
    rows: (me) => raw`
      select plan, price_cents, currency, status, current_period_start, current_period_end, cancel_at_period_end,
        canceled_at, refund_requested_at, consent_text, consented_at
      from subscriptions where account_id = ${me} order by id`,
  },
  {
    file: "invoices.json",
    about: "Your invoices, line by line; amounts in cents",
    tables: ["invoices", "invoice_lines", "refunds"],
    rows: (me) => raw`
      select i.number, i.plan, i.subtotal_cents, i.tax_cents, i.total_cents, i.currency, i.card_brand, i.card_last4,
        i.period_start, i.period_end, i.paid_at,
        (select jsonb_agg(jsonb_build_object('description', l.description, 'amount_cents', l.amount_cents)
          order by l.position) from invoice_lines l where l.invoice_id = i.id) as lines,
        (select coalesce(sum(r.amount_cents), 0) from refunds r where r.invoice_id = i.id) as refunded_cents
      from invoices i where i.account_id = ${me} order by i.id`,
  },
];

export const notExported: Readonly<Record<string, string>> = {
  registrations: "a sign-up in progress, deleted after seven days",
  ssn_duplicates: "concerns another person",
  billing_customers: "ids at the payment provider",
};
