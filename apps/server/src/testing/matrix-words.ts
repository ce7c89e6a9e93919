import type { Route } from "@app/contract/http";

/**
 * The caller. `staff` is an admin; `removed` is an earner on a device that was signed out from another one. What a
 * moderator and staff without two-factor sign-in may do follows from these and the route: `expectedOf`.
 */
export const ROLES = ["visitor", "general", "earner", "staff", "removed"] as const;
export type Role = (typeof ROLES)[number];

export const STAFF_ROLES_TRIED = ["moderator", "bareAdmin", "bareModerator"] as const;
export type TriedRole = Role | (typeof STAFF_ROLES_TRIED)[number];

/** The resource: the caller's own, somebody else's public or private one, or a missing one. */
export const TARGETS = ["own", "public", "private", "missing"] as const;
export type Target = (typeof TARGETS)[number];

/** What the id of a route names; `security-things.ts` creates each. */
export type Kind =
  | "content"
  | "failed content"
  | "document"
  | "captioned content"
  | "film note"
  | "comment"
  | "notification"
  | "upload"
  | "sent picture"
  | "device"
  | "channel"
  | "username"
  | "account"
  | "job"
  | "category"
  | "announcement"
  | "slot"
  | "payment method"
  | "invoice"
  | "referral link"
  | "payout batch"
  | "payout"
  | "referral";

export type MatrixLine = Record<Role, string> & {
  /** Where a moderator may do less than an admin, and the route alone does not tell. */
  moderator?: string;
  /** Null: the route names no resource and has one status instead of four. */
  of: Kind | null;
  /** Valid input besides the id in the path. */
  body?: (id: string, categoryId: number) => Record<string, unknown>;
};

/**
 * A moderator is staff without the routes of admins. A staff role without two-factor sign-in gives no
 * rights: staff routes ask for it, and everywhere else its holder is a General User.
 */
export function expectedOf(route: Pick<Route, "access">, line: MatrixLine, role: TriedRole): string {
  const every = (status: string) => line.staff.replace(/\d+/g, status);
  const isConsole = route.access === "staff" || route.access === "admin";
  if (role === "moderator") return route.access === "admin" ? every("404") : (line.moderator ?? line.staff);
  if (role !== "bareAdmin" && role !== "bareModerator") return line[role];
  return isConsole ? every("403") : line.general;
}

export const OPEN = { visitor: "200", general: "200", earner: "200", staff: "200", removed: "401" } as const;
export const MEMBERS = { ...OPEN, visitor: "401" } as const;
export const EARNERS = { visitor: "401", general: "403", earner: "200", staff: "403", removed: "401" } as const;
export const NOBODY = { visitor: "- 401 401 401", removed: "401 401 401 401" } as const;

/** Requires a confirmed password, which no caller here has. */
export const UNCONFIRMED = { visitor: "401", general: "403", earner: "403", staff: "403", removed: "401" } as const;

/** For registrants and members; the visitor here has no sign-up. */
export const REGISTRANTS = { ...OPEN, visitor: "410" } as const;
/** No caller here has a paid plan. */
export const UNPAID = { visitor: "410", general: "409", earner: "409", staff: "409", removed: "401" } as const;
export const CARDS = {
  visitor: "- - 410 410",
  general: "200 - 404 404",
  earner: "200 - 404 404",
  staff: "200 - 404 404",
  removed: "401 - 401 401",
} as const;
/** Only an earner has one; other earners cannot tell whether it is there. */
export const EARNERS_OWN = {
  visitor: "- - 401 401",
  general: "- - 403 403",
  earner: "200 - 404 404",
  staff: "- - 403 403",
  removed: "401 - 401 401",
} as const;
/** Routes of the console: missing for everybody else. */
export const STAFF = { visitor: "404", general: "404", earner: "404", staff: "200", removed: "401" } as const;
/** As `STAFF`, for routes about a resource; each line adds its own `staff`. */
export const STAFF_OF = {
  visitor: "404 404 404 404",
  general: "404 404 404 404",
  earner: "404 404 404 404",
  removed: "401 401 401 401",
} as const;
export const ANY_ID = "0190a1b2-0000-7000-8000-000000000000";

/** No page has this URL. */
export const NO_RECRUITING_PAGE = {
  visitor: "404",
  general: "404",
  earner: "404",
  staff: "404",
  removed: "401",
} as const;

/** A link that was never sent. */
export const LINK = "A".repeat(43);
export const USELESS_LINK = { visitor: "410", general: "410", earner: "410", staff: "410", removed: "401" } as const;

/** Requires a paid plan, which the earner here does not have. */
export const PAYING = { visitor: "410", general: "402", earner: "200", staff: "402", removed: "401" } as const;

/** One email a minute per recipient. */
export function anyName(): string {
  return `m${Math.random().toString(36).slice(2, 12)}`;
}
