import { z } from "zod";
import { EARNER_TYPE } from "./brand.ts";
import { MEMBER_ROLES } from "./channel-roles.ts";
import { defineRoute, nothing } from "./http.ts";
import { accountId, channelId, deviceId } from "./ids.ts";

export const USER_TYPES = [EARNER_TYPE, "General User"] as const;
export const PLANS = ["Individual", "Team", "Organization"] as const;
export const userType = z.enum(USER_TYPES);
export type UserType = z.infer<typeof userType>;
export const plan = z.enum(PLANS);
export type Plan = z.infer<typeof plan>;

export const PASSWORD_MAX_CHARS = 200;
export const EMAIL_MAX_CHARS = 254;

/** The signed-in person as the page shows them. The page may persist nothing else of a session. */
export const userCard = z.object({
  id: accountId,
  type: userType,
  plan: plan.nullable(),
  username: z.string(),
  email: z.string(),
  full_name: z.string(),
  profile_url: z.string().nullable(),
  is_staff: z.boolean(),
  /** For staff: no staff feature works before they switch two-factor sign-in on. */
  must_enable_two_factor: z.boolean().default(false),
  /** Whether lists leave somebody out for this person, so that those made for everybody must be fetched again. */
  has_blocks: z.boolean().default(false),
  channel: z.object({ id: channelId, name: z.string() }),
  /** The channels of others that this person helps to run. */
  teams: z
    .array(z.object({ id: channelId, name: z.string(), role: z.enum(MEMBER_ROLES).catch("uploader") }))
    .default([]),
  /** Further ones, which staff have hidden: all that is left to do there is to leave. */
  hidden_teams: z.array(z.object({ id: channelId, name: z.string() })).optional(),
  /** What this person may do. The server decides, so that the page never guesses. */
  can: z.object({ upload: z.boolean(), refer: z.boolean(), administer: z.boolean() }),
});
export type UserCard = z.infer<typeof userCard>;

export const session = z.object({ access_token: z.string(), expires_in_s: z.int(), users: userCard });
export type Session = z.infer<typeof session>;

/** The fields of the Sign In form. */
export const credentials = {
  email_or_username: z.string().trim().min(1).max(EMAIL_MAX_CHARS),
  password: z.string().min(1).max(PASSWORD_MAX_CHARS),
};

export const deviceView = z.object({
  id: z.uuid(),
  name: z.string(),
  address: z.string(),
  first_seen_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  is_this_device: z.boolean(),
});
export type DeviceView = z.infer<typeof deviceView>;

export const accountRoutes = {
  login: defineRoute({
    name: "accounts.login",
    summary: "Sign in with an email address or a username",
    method: "POST",
    path: "/login",
    access: "public",
    limits: ["attempts"],
    body: {
      ...credentials,
      device_id: deviceId,
      device_name: z.string().max(500),
      /** Accepted and ignored: the server takes the address of the connection. */
      ip_address: z.string().max(64).nullable(),
      /** A code from the authenticator app or a recovery code. Required after 403 `two_factor_required`. */
      code: z.string().trim().max(40).optional(),
    },
    data: session,
    writes: "devices",
  }),
  refresh: defineRoute({
    name: "accounts.refresh",
    summary: "Exchange the refresh cookie for a new access token",
    method: "POST",
    path: "/session/refresh",
    access: "public",
    data: session,
    writes: "devices",
  }),
  logout: defineRoute({
    name: "accounts.logout",
    summary: "End the session of this device",
    method: "POST",
    path: "/logout",
    access: "member",
    data: nothing,
  }),
  devices: defineRoute({
    name: "accounts.devices",
    summary: "List the devices you are signed in on",
    method: "GET",
    path: "/devices",
    access: "member",
    data: z.array(deviceView),
  }),
  removeDevice: defineRoute({
    name: "accounts.removeDevice",
    summary: "Sign a device out",
    method: "POST",
    path: "/devices/remove/:id",
    access: "owner",
    params: { id: z.uuid() },
    data: nothing,
  }),
};
