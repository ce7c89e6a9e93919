import { z } from "zod";
import { collegeMoment } from "./channels.ts";
import { playback } from "./contents.ts";
import { defineRoute, nothing } from "./http.ts";
import { contentId } from "./ids.ts";
import { measurables } from "./measurables.ts";
import { toLine, toText } from "./plain-text.ts";
import { newEmail } from "./sign-up.ts";

export const HIGHLIGHTS_MAX = 10;
export const COACH_MESSAGE_MAX_CHARS = 2_000;
/**
 * Messages per day: to one athlete, from one sender to one athlete, and from one sender in total. A sender is a network,
 * such as a university's.
 */
export const COACH_MESSAGES_PER_DAY = { athlete: 50, senderToAthlete: 5, sender: 50 } as const;

export const RECRUITING_MESSAGES = {
  athletesOnly: "A recruiting page is for student athletes.",
  lapsed: "Your plan has ended. Renew it to turn on your recruiting page.",
  noLocation: "Never shown for athletes under 18.",
  notYours: "Please choose from your own public and unlisted videos.",
  saved: "Your recruiting page was saved.",
  renewed: "Your recruiting page has a new link. The old one no longer works.",
  sent: "Your message was sent. The athlete can reply to your email address.",
  tooMany: "Too many messages today. Please try again tomorrow.",
} as const;

const choices = {
  is_on: z.boolean(),
  shows_gpa: z.boolean(),
  shows_graduation: z.boolean(),
  /** Offers and visits. */
  shows_colleges: z.boolean(),
  shows_measurables: z.boolean(),
  shows_location: z.boolean(),
  /** In display order; the first one plays. */
  highlights: z.array(contentId).max(HIGHLIGHTS_MAX, `Please choose at most ${HIGHLIGHTS_MAX} highlights.`),
};

export const recruitingLink = z.object({
  ...choices,
  /** Why the page is closed even if it is on; null if it is not. */
  closed_because: z.enum(["guardian", "lapsed", "hidden"]).nullable().catch("hidden"),
  /** False for minors, whose location is never shown. */
  can_show_location: z.boolean(),
  /** Path of the page; null until it is turned on for the first time. */
  path: z.string().nullable(),
  opened_count: z.int(),
  /** Videos that can be chosen as highlights, newest first. */
  videos: z.array(z.object({ id: contentId, title: z.string(), thumbnail: z.string().nullable() })),
});
export type RecruitingLink = z.infer<typeof recruitingLink>;

export const highlight = z.object({
  id: contentId,
  title: z.string(),
  length: z.number().nullable(),
  video_content: playback,
});

/** What a coach sees; a hidden field is null. */
export const recruitingPage = z.object({
  /** The athlete's first and last name, or the channel's name if none was entered. */
  name: z.string(),
  /** Null if it is the same as `name`. */
  channel_name: z.string().nullable(),
  username: z.string(),
  bio: z.string(),
  profile_url: z.string().nullable(),
  cover_url: z.string().nullable(),
  sports: z.array(z.string()),
  city: z.string().nullable(),
  state: z.string().nullable(),
  graduation_year: z.int().nullable(),
  gpa: z.string().nullable(),
  offers: z.array(collegeMoment),
  visits: z.array(collegeMoment),
  measurables: measurables.nullable(),
  highlights: z.array(highlight),
});
export type RecruitingPage = z.infer<typeof recruitingPage>;

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const coachMessage = {
  name: z.string().overwrite(toLine).min(1, "Name is a required field").max(100, "Name must be at most 100 characters"),
  email: newEmail,
  organization: z
    .string()
    .overwrite(toLine)
    .min(1, "School or club is a required field")
    .max(100, "School or club must be at most 100 characters"),
  message: z
    .string()
    .overwrite(toText)
    .min(1, "Message is a required field")
    .max(COACH_MESSAGE_MAX_CHARS, `Message must be at most ${COACH_MESSAGE_MAX_CHARS} characters`),
  /** Honeypot: hidden on the page, so only bots fill it in. */
  website: z.string().max(200).default(""),
};

export const recruitingRoutes = {
  link: defineRoute({
    name: "recruiting.link",
    summary: "Read the caller's recruiting page settings",
    method: "GET",
    path: "/recruiting-link",
    access: "earner",
    data: recruitingLink,
  }),
  save: defineRoute({
    name: "recruiting.save",
    summary: "Turn the caller's recruiting page on or off and choose what it shows; omitted settings stay",
    method: "POST",
    path: "/recruiting-link",
    access: "earner",
    // Partial, so that concurrent changes do not undo each other.
    body: z.object(choices).partial().shape,
    data: recruitingLink,
    writes: "recruiting_links",
  }),
  renew: defineRoute({
    name: "recruiting.renew",
    summary: "Give the caller's recruiting page a new address; the old one stops working",
    method: "POST",
    path: "/recruiting-link/renew",
    access: "earner",
    data: recruitingLink,
  }),
  page: defineRoute({
    name: "recruiting.page",
    summary: "Read a recruiting page by its secret address",
    method: "GET",
    path: "/recruit/:token",
    access: "public",
    params: { token },
    data: recruitingPage,
  }),
  contact: defineRoute({
    name: "recruiting.contact",
    summary: "Send a message to an athlete by email, without revealing the athlete's address",
    method: "POST",
    path: "/recruit/:token/contact",
    access: "public",
    limits: ["mails"],
    params: { token },
    body: coachMessage,
    data: nothing,
    writes: "recruiting_messages",
  }),
};
