import { PASSWORD, toLogin, toSignUp } from "./people.ts";
import { toUploadForm } from "./stage.ts";

/** Who asks. `removed` is an earner on a device that was signed out from another one. */
export const ROLES = ["visitor", "general", "earner", "staff", "removed"] as const;
export type Role = (typeof ROLES)[number];

/** About whose thing: one's own, another's that is public, another's that is private, or one that is not. */
export const TARGETS = ["own", "public", "private", "missing"] as const;
export type Target = (typeof TARGETS)[number];

/** What the id of a route names; how each is made stands in `security-things.ts`. */
export type Kind = "content" | "failed content" | "upload" | "device";

export type MatrixLine = Record<Role, string> & {
  /** Null: the route is about no single thing, and has one status instead of four. */
  of: Kind | null;
  /** Valid input besides the id in the path. */
  body?: (id: string, categoryId: number) => Record<string, unknown>;
};

const OPEN = { visitor: "200", general: "200", earner: "200", staff: "200", removed: "401" } as const;
const MEMBERS = { ...OPEN, visitor: "401" } as const;
const EARNERS = { visitor: "401", general: "403", earner: "200", staff: "403", removed: "401" } as const;
const NOBODY = { visitor: "- 401 401 401", removed: "401 401 401 401" } as const;

/** A link that was never sent. */
const LINK = "A".repeat(43);
const USELESS_LINK = { visitor: "410", general: "410", earner: "410", staff: "410", removed: "401" } as const;

/** Everybody waits a minute for the next mail to one name. */
function anyName(): string {
  return `m${Math.random().toString(36).slice(2, 12)}`;
}

/**
 * Who gets what, for every route of the contract: the status for each of `TARGETS`, a dash where there
 * is no such thing. A route without its line here fails the test.
 */
export const MATRIX: Record<string, MatrixLine> = {
  "accounts.login": {
    of: null,
    ...OPEN,
    body: () => toLogin("nobody", "not-it"),
    visitor: "422",
    general: "422",
    earner: "422",
    staff: "422",
  },
  // The cookie decides, and nobody here sends one.
  "accounts.refresh": { of: null, visitor: "401", general: "401", earner: "401", staff: "401", removed: "401" },
  "accounts.logout": { of: null, ...MEMBERS },
  "accounts.devices": { of: null, ...MEMBERS },
  "accounts.removeDevice": {
    of: "device",
    visitor: "- - 401 401",
    general: "200 - 404 404",
    earner: "200 - 404 404",
    staff: "200 - 404 404",
    removed: "401 - 401 401",
  },
  "accounts.register": { of: null, ...OPEN, body: () => toSignUp(anyName()) },
  "accounts.sendVerification": { of: null, ...OPEN, body: () => ({ email_or_username: anyName() }) },
  "accounts.verifyEmail": {
    of: null,
    ...USELESS_LINK,
    body: () => ({ token: LINK, device_id: toLogin("", "").device_id, device_name: "", ip_address: null }),
  },
  "accounts.forgotPassword": { of: null, ...OPEN, body: () => ({ email_or_username: anyName() }) },
  "accounts.resetPassword": {
    of: null,
    ...USELESS_LINK,
    body: () => ({ token: LINK, password: "Right-Horse-2", password_confirmation: "Right-Horse-2" }),
  },
  "accounts.changePassword": {
    of: null,
    ...MEMBERS,
    body: () => ({ current_password: PASSWORD, password: "Right-Horse-2", password_confirmation: "Right-Horse-2" }),
  },
  "accounts.changeEmail": {
    of: null,
    ...MEMBERS,
    body: () => ({ email: `${anyName()}@people.test`, password: PASSWORD }),
  },
  // Nobody here has asked for a change.
  "accounts.resendChangeEmail": {
    of: null,
    visitor: "401",
    general: "409",
    earner: "409",
    staff: "409",
    removed: "401",
  },
  "accounts.confirmChangeEmail": { of: null, ...USELESS_LINK, body: () => ({ token: LINK }) },
  "accounts.removeOtherDevices": { of: null, ...MEMBERS },
  "categories.list": { of: null, ...OPEN },
  "contents.sendPicture": { of: null, ...EARNERS },
  "contents.upload": {
    of: "upload",
    body: (id, categoryId) => toUploadForm(categoryId, id),
    visitor: "- - 401 401",
    general: "- - 403 403",
    earner: "200 - 404 404",
    staff: "- - 403 403",
    removed: "401 - 401 401",
  },
  "contents.one": {
    of: "content",
    ...NOBODY,
    general: "- 200 404 404",
    earner: "200 200 404 404",
    staff: "- 200 200 404",
  },
  "contents.mine": { of: null, ...EARNERS },
  "contents.ofChannel": { of: null, ...OPEN },
  "contents.related": {
    of: "content",
    ...NOBODY,
    general: "- 200 404 404",
    earner: "200 200 404 404",
    staff: "- 200 200 404",
  },
  "contents.retry": {
    of: "failed content",
    ...NOBODY,
    general: "- 404 404 404",
    earner: "200 404 404 404",
    // Another's that is public has not failed.
    staff: "- 409 200 404",
  },
  "contents.update": {
    of: "content",
    body: () => ({ title: "Changed" }),
    ...NOBODY,
    general: "- 404 404 404",
    earner: "200 404 404 404",
    staff: "- 200 200 404",
  },
  "contents.remove": {
    of: "content",
    body: (id) => ({ id }),
    ...NOBODY,
    general: "- 404 404 404",
    earner: "200 404 404 404",
    staff: "- 200 200 404",
  },
  "discovery.topVideos": { of: null, ...OPEN },
  "discovery.trending": { of: null, ...OPEN },
  "uploads.open": { of: null, ...EARNERS },
  "uploads.one": {
    of: "upload",
    visitor: "- - 401 401",
    general: "- - 404 404",
    earner: "200 - 404 404",
    staff: "- - 404 404",
    removed: "401 - 401 401",
  },
  "uploads.cancel": {
    of: "upload",
    visitor: "- - 401 401",
    general: "- - 404 404",
    earner: "200 - 404 404",
    staff: "- - 404 404",
    removed: "401 - 401 401",
  },
  "views.add": {
    of: "content",
    body: () => ({ watched_s: 60 }),
    ...NOBODY,
    general: "- 200 404 404",
    earner: "200 200 404 404",
    staff: "- 200 200 404",
  },
};

/** What the app answers besides the contract, each for a reason of its own. */
export const BESIDES_THE_CONTRACT = [
  "POST /api/v1/uploads",
  "HEAD /api/v1/uploads/:id",
  "PATCH /api/v1/uploads/:id",
  "DELETE /api/v1/uploads/:id",
  "GET /media/o/*",
  "GET /media/s/:expires/:signature/*",
  "GET /healthz",
  "GET /readyz",
  "GET /metrics",
  "GET /api/openapi.json",
  "GET /api/docs",
  "GET /api/plain-page.css",
  "GET /dev/mailbox",
  "GET /dev/mailbox.json",
];
