import { z } from "zod";
import { contentFields, contentItem } from "./contents.ts";
import { defineRoute } from "./http.ts";
import { contentId } from "./ids.ts";

/** Shorter cuts are refused. */
export const CUT_MIN_S = 1;
export const CLIP_MAX_S = 600;

export const CUT_MESSAGES = {
  /** 409 */
  notVideo: "Only a video can be trimmed or clipped.",
  /** 409 */
  processing: "This is still being processed. Please trim it once that is done.",
  /** 409 */
  unfinished: "A part of this video could not be made. Press Retry on its edit page, and trim it after that.",
  order: "The end must be after the start.",
  tooShort: "This must be at least 1 second long.",
  tooLong: "A clip can be at most 10 minutes long.",
  beyond: "This is after the end of the video.",
  whole: "That is the whole video. Move the start or the end to trim it.",
  /** No keyframe to start at. */
  noStart: "There is no frame to start from in this part. Please choose a longer one.",
  /** 409 */
  hidden: "This video is hidden from everyone else. You can make clips of it once it is visible again.",
  gone: "The file that this was to be cut from is no longer there.",
  ourFault: "Something went wrong on our side. Please try again.",
  /** 409 */
  trimmedSince:
    "The video was trimmed in the meantime, in another tab or by someone else. To replace that trim, press the button again.",
  trimming: "The video is being trimmed. Viewers see it as before until that is done.",
  canceled: "The trim was canceled. Viewers see the video as before.",
  /** 409 */
  notTrimming: "It was too late to cancel. The trim has already finished.",
  restored: "The whole video is back.",
} as const;

const second = z
  // A missing one is reported as any missing field is.
  .number({ error: ({ input }) => (input == null ? undefined : "Please enter a time.") })
  .min(0, "Please enter a time.")
  .max(86_400, CUT_MESSAGES.beyond);

/** To the millisecond: binary fractions make some cuts of exactly one second a little shorter. */
export function cutLengthS({ from_s, to_s }: { from_s: number; to_s: number }): number {
  return Math.round((to_s - from_s) * 1_000) / 1_000;
}

/** @returns the message for the field that is at fault; null if this part can be cut out of the video */
export function findCutFault(
  { from_s, to_s }: { from_s: number; to_s: number },
  lengthS: number,
): { field: "from_s" | "to_s"; message: string } | null {
  if (from_s >= lengthS) return { field: "from_s", message: CUT_MESSAGES.beyond };
  // The page shows tenths of a second.
  if (to_s > lengthS + 0.1) return { field: "to_s", message: CUT_MESSAGES.beyond };
  if (to_s <= from_s) return { field: "to_s", message: CUT_MESSAGES.order };
  if (cutLengthS({ from_s, to_s }) < CUT_MIN_S) return { field: "to_s", message: CUT_MESSAGES.tooShort };
  return null;
}

export const TRIM_STATES = ["whole", "trimming", "trimmed", "failed"] as const;

/** How a video is trimmed, on the time line of the whole video. */
export const trim = z.object({
  state: z.enum(TRIM_STATES).catch("trimming"),
  /** The part that was requested last, which viewers see once it is done; all of the video if there is none. */
  from_s: z.number(),
  to_s: z.number(),
  /** Of the whole video. */
  length_s: z.number(),
  /** Plays the whole video; signed and expiring. */
  hls: z.string(),
  /** Why the last attempt failed, in words for the owner. */
  fault: z.string().nullable(),
});
export type Trim = z.infer<typeof trim>;

export const cutRoutes = {
  trim: defineRoute({
    name: "cuts.trim",
    summary: "How a video is trimmed, for its owner and staff",
    method: "GET",
    path: "/content/:id/trim",
    access: "owner",
    params: { id: contentId },
    data: trim,
  }),
  setTrim: defineRoute({
    name: "cuts.setTrim",
    summary: "Trim a video: viewers see only this part of it. The start moves to the next keyframe",
    method: "PUT",
    path: "/content/:id/trim",
    access: "owner",
    params: { id: contentId },
    body: {
      from_s: second,
      to_s: second,
      /** What the caller saw; 409 if it is trimmed differently by now. */
      was: z.strictObject({ from_s: second, to_s: second }).optional(),
    },
    data: trim,
  }),
  undoTrim: defineRoute({
    name: "cuts.undoTrim",
    summary: "Show the whole video again",
    method: "DELETE",
    path: "/content/:id/trim",
    access: "owner",
    params: { id: contentId },
    data: trim,
  }),
  cancelTrim: defineRoute({
    name: "cuts.cancelTrim",
    summary: "Cancel the trim that is being made: viewers keep seeing what they see",
    method: "DELETE",
    path: "/content/:id/trim/request",
    access: "owner",
    params: { id: contentId },
    data: trim,
  }),
  clip: defineRoute({
    name: "cuts.clip",
    summary: "Make an item of a part of the caller's own video. The start moves to the keyframe before it",
    method: "POST",
    path: "/content/:id/clips",
    access: "earner",
    params: { id: contentId },
    body: {
      from_s: second,
      to_s: second,
      title: contentFields.title,
      visibility: contentFields.visibility,
      /** A second request with the same key gets the same clip. */
      idempotency_key: z.uuid().optional(),
    },
    permission: "upload",
    data: contentItem,
  }),
};
