import { z } from "zod";
import { deviceView, plan } from "./accounts.ts";
import { staffReason } from "./audit.ts";
import { STAFF_ROLES } from "./console.ts";
import { GUARDIAN_RELATIONS, GUARDIAN_STATES } from "./guardian.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { accountId, channelId } from "./ids.ts";

/** The most matches that a search lists. */
export const PEOPLE_MAX = 1_000;
export const SUSPENSION_MAX_DAYS = 365;

export const PEOPLE_FILTERS = ["earners", "general", "staff", "suspended", "banned", "unverified"] as const;
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number];

export const STAFF_MAILS = ["verify", "reset"] as const;
export type StaffMail = (typeof STAFF_MAILS)[number];

export const PEOPLE_MESSAGES = {
  suspended: "The person is suspended and signed out everywhere.",
  banned: "The person is banned. Their channel and content are hidden.",
  restored: "The person can sign in again.",
  channelShown: "The channel is visible again.",
  channelStillHidden: "The decision was reversed, but something else still hides the channel.",
  isChannelNotRemoved: "Our team has not removed this channel.",
  mailSent: "The email is on its way.",
  roleChanged: "The role was changed.",
  signedOut: "The person was signed out everywhere.",
  isStaff: "This person is on the staff. Take the role away first.",
  isBanned: "This person is banned already.",
  isSuspendedLonger: "This person is suspended for longer already. Change it on their page.",
  isSelf: "You cannot do this to yourself. Ask another admin.",
  notVerified: "This address is not verified yet. Its owner has to open the link in the email first.",
  isVerified: "This address is already verified.",
  isDisowned: "The owner of this address did not sign up, so we send no email there.",
} as const;

/** Why somebody cannot sign in. */
const suspension = z.object({
  reason: z.string(),
  /** Null: banned. */
  until: z.iso.datetime().nullable(),
  suspended_at: z.iso.datetime(),
});

const personRow = {
  id: accountId,
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  is_verified: z.boolean(),
  plan: plan.nullable(),
  staff_role: z.enum(STAFF_ROLES).nullable(),
  suspension: suspension.nullable(),
  created_at: z.iso.datetime(),
};
const person = z.object(personRow);
export type PersonRow = z.infer<typeof person>;

/** Whom a minor last asked for consent, and the answer. */
const personGuardian = z.object({
  name: z.string(),
  email: z.string(),
  /** As stated with a consent. */
  relation: z.enum(GUARDIAN_RELATIONS).nullable(),
  state: z.enum([...GUARDIAN_STATES, "expired"]),
  /** When it came to this state. */
  since: z.iso.datetime(),
});
export type PersonGuardian = z.infer<typeof personGuardian>;

const personDetail = z.object({
  ...personRow,
  /** The last digits only. */
  phone: z.string().nullable(),
  age: z.int().nullable(),
  has_two_factor: z.boolean(),
  channel: z.object({ id: channelId, name: z.string(), is_hidden: z.boolean(), followers: z.int() }),
  deactivated_at: z.iso.datetime().nullable(),
  deletion_due_at: z.iso.datetime().nullable(),
  subscription: z
    .object({ plan: z.string(), status: z.string(), current_period_end: z.iso.datetime().nullable() })
    .nullable(),
  devices: z.array(deviceView.omit({ is_this_device: true })),
  items: z.int(),
  comments: z.int(),
  referrals: z.int(),
  referred_by: z.string().nullable(),
  /** Of the SSN or EIN; for admins only, and null for moderators. */
  ssn_last4: z.string().nullable(),
  /** For admins only, and null for moderators. */
  guardian: personGuardian.nullable(),
  can: z.object({
    suspend: z.boolean(),
    change_role: z.boolean(),
    /** Staff removed the channel. */
    show_channel: z.boolean().default(false),
  }),
});
export type PersonDetail = z.infer<typeof personDetail>;

const params = { id: accountId };

export const peopleRoutes = {
  list: defineRoute({
    name: "people.list",
    summary: "Find people by username, name, email, phone, id, or the last four digits of a card; newest first",
    method: "GET",
    path: "/admin/people",
    access: "staff",
    query: {
      ...cursorQuery,
      search: z.string().trim().max(200).default(""),
      filter: z.enum(PEOPLE_FILTERS).optional(),
    },
    data: z.object({ people: z.array(person), pagination: cursorPagination }),
  }),
  one: defineRoute({
    name: "people.one",
    summary: "One person, as staff see them",
    method: "GET",
    path: "/admin/people/:id",
    access: "staff",
    params,
    data: personDetail,
  }),
  suspend: defineRoute({
    name: "people.suspend",
    summary: "Suspend a person until a date, or ban them; they are signed out everywhere and told why",
    method: "POST",
    path: "/admin/people/:id/suspend",
    access: "staff",
    params,
    body: {
      reason: staffReason,
      /** Null: a ban, which hides channel and content as well. */
      days: z.int().min(1).max(SUSPENSION_MAX_DAYS).nullable(),
    },
    data: nothing,
    writes: "suspensions",
  }),
  restore: defineRoute({
    name: "people.restore",
    summary: "Let a suspended or banned person sign in again",
    method: "POST",
    path: "/admin/people/:id/restore",
    access: "staff",
    params,
    body: { reason: staffReason },
    data: nothing,
  }),
  showChannel: defineRoute({
    name: "people.showChannel",
    summary: "Show a channel again that staff removed; nothing is left to appeal",
    method: "POST",
    path: "/admin/people/:id/show-channel",
    access: "staff",
    params,
    body: { reason: staffReason },
    data: nothing,
  }),
  signOut: defineRoute({
    name: "people.signOut",
    summary: "Sign a person out on every device",
    method: "POST",
    path: "/admin/people/:id/sign-out",
    access: "staff",
    params,
    body: { reason: staffReason },
    data: nothing,
  }),
  mail: defineRoute({
    name: "people.mail",
    summary: "Send a person the link to verify their address, or to choose a new password, again",
    method: "POST",
    path: "/admin/people/:id/mail",
    access: "staff",
    params,
    body: { mail: z.enum(STAFF_MAILS) },
    data: nothing,
  }),
  changeRole: defineRoute({
    name: "people.changeRole",
    summary: "Give a person a staff role, or take it away",
    method: "POST",
    path: "/admin/people/:id/role",
    access: "admin",
    params,
    body: { role: z.enum(STAFF_ROLES).nullable(), reason: staffReason },
    data: nothing,
  }),
};
