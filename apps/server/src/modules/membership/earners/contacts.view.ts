import type { ContactView } from "@app/contract/registration";
import { toE164 } from "@app/contract/sign-up";
import type { ContactRow } from "./profiles.sql.ts";

export type ContactRole = "contact" | "coach";

const PARTS = ["first_name", "last_name", "email", "street", "city", "state", "zipcode"] as const;

/** The fields of one contact of a form, whose names begin with the role; null when the form has no such contact. */
export function toContact(form: Record<string, unknown>, role: ContactRole): ContactView | null {
  if (!PARTS.some((part) => `${role}_person_${part}` in form)) return null;
  const read = (part: string) => String(form[`${role}_person_${part}`] ?? "");
  const phone = read("phone");
  return {
    first_name: read("first_name"),
    last_name: read("last_name"),
    email: read("email"),
    phone: phone === "" ? null : toE164(phone),
    street: read("street"),
    city: read("city"),
    state: read("state"),
    zipcode: read("zipcode"),
  };
}

export function toContactRows(form: Record<string, unknown>): ContactRow[] {
  return (["contact", "coach"] as const).flatMap((role) => {
    const contact = toContact(form, role);
    return contact ? [{ role, ...contact }] : [];
  });
}

/** The contact of a form's draft, which was checked to be whole. */
export function requireContact(form: Record<string, unknown>, role: ContactRole): ContactView {
  const contact = toContact(form, role);
  if (!contact) throw new RangeError(`a form without its ${role}`);
  return contact;
}

/** The contact with what a form gives of it; a phone may be taken away. */
export function changeContact(contact: ContactRow, form: Record<string, unknown>): ContactRow {
  const changed = { ...contact };
  for (const part of PARTS) {
    const given = form[`${contact.role}_person_${part}`];
    if (typeof given === "string") changed[part] = given;
  }
  const phone = form[`${contact.role}_person_phone`];
  if (phone === null) changed.phone = null;
  if (typeof phone === "string") changed.phone = toE164(phone);
  return changed;
}
