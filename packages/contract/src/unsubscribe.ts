import { z } from "zod";
import { defineRoute } from "./http.ts";
import { NOTIFICATION_KINDS } from "./preferences.ts";

/** What a link in an email switches off: one kind, everything that comes in digests, or all kinds that can be. */
export const unsubscribeScope = z.enum([...NOTIFICATION_KINDS, "digest", "all"]);
export type UnsubscribeScope = z.infer<typeof unsubscribeScope>;

export const UNSUBSCRIBE_MESSAGES = {
  done: "You are unsubscribed.",
  useless: "This link is not valid. You can choose your emails in Settings.",
  notOneClick: "Open this link in a browser to unsubscribe.",
} as const;

const token = z.string().regex(/^[A-Za-z0-9_-]{40,200}$/, UNSUBSCRIBE_MESSAGES.useless);

const unsubscribing = z.object({
  /** Which emails it is about, such as 'emails about replies and mentions'. */
  about: z.string(),
  /** They are switched off already. */
  is_off: z.boolean(),
});
export type Unsubscribing = z.infer<typeof unsubscribing>;

/** For whoever has the link of an email, without signing in. Mail programs post to `/unsubscribe/{token}` instead. */
export const unsubscribeRoutes = {
  show: defineRoute({
    name: "unsubscribe.show",
    summary: "Say which emails the link of an email switches off; changes nothing",
    method: "GET",
    path: "/unsubscribe/:token",
    access: "public",
    params: { token },
    data: unsubscribing,
  }),
  confirm: defineRoute({
    name: "unsubscribe.confirm",
    summary: "Switch off the emails that the link of an email is about",
    method: "POST",
    path: "/unsubscribe/:token",
    access: "public",
    params: { token },
    data: unsubscribing,
  }),
};
