import { z } from "zod";
import { defineRoute, nothing } from "./http.ts";
import { slotId } from "./ids.ts";
import { toLine } from "./plain-text.ts";
import { when } from "./schedule.ts";

export const SLOT_PLACES = ["explore", "watch"] as const;
export type SlotPlace = (typeof SLOT_PLACES)[number];

/** The most that a page shows at once, and that there are of all. */
export const SLOTS_SHOWN_MAX = 2;
export const SLOTS_MAX = 100;

export const SLOT_SPONSOR_MAX_CHARS = 80;
export const SLOT_ALT_MAX_CHARS = 200;
export const SLOT_LINK_MAX_CHARS = 500;

/** Drawn in this size; another shape is cropped around its center. */
export const SLOT_SIZE = { widthPx: 1200, heightPx: 300 } as const;
export const SLOT_PICTURE = { field: "picture", maxBytes: 5 * 1024 * 1024, types: ["image/jpeg", "image/png"] };

export const SLOT_MESSAGES = {
  added: "The slot was saved. Upload its picture, then turn it on.",
  saved: "The slot was saved.",
  on: "The slot is on.",
  off: "The slot is off.",
  removed: "The slot was deleted.",
  ordered: "The order was saved.",
  pictureSaved: "The picture was changed.",
  noPicture: "Upload its picture first.",
  notAPicture: "Please choose a JPEG or PNG picture.",
  link: "Please enter a link that begins with https://, or a page of ours such as /normal-user.",
  endFirst: "The end must be after the start.",
  others: "The slots changed in the meantime. Look at them again.",
  tooMany: `At most ${SLOTS_MAX} slots`,
} as const;

const slot = z.object({
  id: slotId,
  /** Null: our own. */
  sponsor: z.string().nullable(),
  alt: z.string(),
  link: z.string(),
  picture: z.string(),
});
export type Slot = z.infer<typeof slot>;

/** `waiting`: for its picture. */
export const SLOT_STATES = ["waiting", "off", "scheduled", "shown", "queued", "ended"] as const;

const staffSlot = slot.extend({
  place: z.enum(SLOT_PLACES),
  picture: z.string().nullable(),
  is_active: z.boolean(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime().nullable(),
  state: z.enum(SLOT_STATES).catch("off"),
  /** How often it was opened, by nobody in particular: since the beginning, and in the last 30 days. */
  opens: z.int(),
  opens_30_days: z.int(),
});
export type StaffSlot = z.infer<typeof staffSlot>;

/** @returns whether it is a page of ours, or of others by https */
export function isSlotLink(link: string): boolean {
  if (/^\/(?![/\\])/.test(link)) return URL.canParse(link, "https://slot.test");
  return URL.canParse(link) && new URL(link).protocol === "https:";
}

const fields = {
  place: z.enum(SLOT_PLACES),
  sponsor: z.string().overwrite(toLine).min(1).max(SLOT_SPONSOR_MAX_CHARS).nullable(),
  alt: z
    .string()
    .overwrite(toLine)
    .min(1, "Say what the picture shows, for those who do not see it.")
    .max(SLOT_ALT_MAX_CHARS, `At most ${SLOT_ALT_MAX_CHARS} characters`),
  link: z.string().trim().max(SLOT_LINK_MAX_CHARS).refine(isSlotLink, SLOT_MESSAGES.link),
  starts_at: when,
  ends_at: when.nullable(),
};

const params = { id: slotId };

export const slotRoutes = {
  shown: defineRoute({
    name: "slots.shown",
    summary: "The house and sponsor pictures of a place; none for earners",
    method: "GET",
    path: "/slots",
    access: "public",
    query: { place: z.enum(SLOT_PLACES).default("explore") },
    data: z.array(slot),
  }),
  open: defineRoute({
    name: "slots.open",
    summary: "Count that a slot was opened; nothing of the caller is kept",
    method: "POST",
    path: "/slots/:id/open",
    access: "public",
    limits: ["changes"],
    params,
    data: nothing,
  }),
  list: defineRoute({
    name: "slots.list",
    summary: "Every slot, by place and in their order",
    method: "GET",
    path: "/admin/slots",
    access: "staff",
    data: z.array(staffSlot),
  }),
  add: defineRoute({
    name: "slots.add",
    summary: "Add a slot at the end of its place; it is off until it has a picture and is turned on",
    method: "POST",
    path: "/admin/slots",
    access: "staff",
    body: fields,
    data: z.object({ id: slotId }),
    writes: "slots",
  }),
  change: defineRoute({
    name: "slots.change",
    summary: "Change the picture's text, the link, the place or the time of a slot; what is left out stays",
    method: "PUT",
    path: "/admin/slots/:id",
    access: "staff",
    params,
    /** `is_active` comes from pages of an older release only. */
    body: z.object({ ...fields, is_active: z.boolean() }).partial().shape,
    data: nothing,
    writes: "slots",
  }),
  turn: defineRoute({
    name: "slots.turn",
    summary: "Turn a slot on or off",
    method: "PUT",
    path: "/admin/slots/:id/state",
    access: "staff",
    params,
    body: { is_active: z.boolean() },
    data: nothing,
  }),
  order: defineRoute({
    name: "slots.order",
    summary: "Put the slots of a place in order",
    method: "PUT",
    path: "/admin/slots",
    access: "staff",
    body: { place: z.enum(SLOT_PLACES), ids: z.array(slotId).max(SLOTS_MAX, SLOT_MESSAGES.tooMany) },
    data: nothing,
  }),
  sendPicture: defineRoute({
    name: "slots.sendPicture",
    summary: "Change the picture of a slot",
    method: "POST",
    path: "/admin/slots/:id/picture",
    access: "staff",
    params,
    file: SLOT_PICTURE,
    data: nothing,
  }),
  remove: defineRoute({
    name: "slots.remove",
    summary: "Delete a slot",
    method: "DELETE",
    path: "/admin/slots/:id",
    access: "staff",
    params,
    data: nothing,
  }),
};
