import { z } from "zod";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { commentId, contentId, notificationId } from "./ids.ts";
import { notificationKind } from "./preferences.ts";

export const NOTIFICATIONS_PER_PAGE = 10;
/** Lists end here. */
export const NOTIFICATIONS_MAX = 5_000;
/** Counted up to this number; a page shows 99+. */
export const UNREAD_COUNTED_MAX = 100;

export const NOTIFICATION_MESSAGES = {
  read: "Notification marked as read.",
  unread: "Notification marked as unread.",
  allRead: "All notifications marked as read.",
  otherId: "The id in the path and the id in the body differ.",
} as const;

const status = z.literal([0, 1]);

export const notification = z.object({
  notification_id: notificationId,
  notification_message: z.string(),
  timestamp: z.iso.datetime(),
  /** 1: read. */
  notification_is_read: status,
  kind: notificationKind.catch("moderation"),
  data: z.object({
    content_id: contentId.nullable(),
    comment_id: commentId.nullable(),
    /** The person who acted last; null if there is none, or the account is deleted. */
    username: z.string().nullable(),
    profile_url: z.string().nullable(),
    /** The beginning of the comment. */
    message: z.string().nullable(),
  }),
  /** The path of the page that it opens. */
  href: z.string(),
});
export type Notification = z.infer<typeof notification>;

export const notificationRoutes = {
  list: defineRoute({
    name: "notifications.list",
    summary: "The caller's notifications, newest first; those of one cause are one until it is read",
    method: "GET",
    path: "/notifications",
    access: "member",
    query: {
      ...cursorQuery,
      per_page: z.coerce.number().int().min(1).max(50).default(NOTIFICATIONS_PER_PAGE),
      filter: z.enum(["all", "unread"]).default("all"),
    },
    data: z.object({
      notifications: z.array(notification),
      unread: z.int(),
      /** Nobody has set the caller's time zone yet; a page then sets it to that of its device. */
      needs_time_zone: z.boolean(),
      pagination: cursorPagination,
    }),
  }),
  mark: defineRoute({
    name: "notifications.mark",
    summary: "Mark one of the caller's notifications as read (1) or unread (0)",
    method: "PATCH",
    path: "/notifications/:id",
    access: "owner",
    params: { id: notificationId },
    body: { id: notificationId.optional(), status },
    data: nothing,
  }),
  markAll: defineRoute({
    name: "notifications.markAll",
    summary: "Mark all of the caller's notifications as read",
    method: "POST",
    path: "/notifications/mark-all-read",
    access: "member",
    data: nothing,
  }),
};
