import { z } from "zod";

export const accountId = z.uuid().brand("AccountId");
export type AccountId = z.infer<typeof accountId>;

export const channelId = z.uuid().brand("ChannelId");
export type ChannelId = z.infer<typeof channelId>;

export const contentId = z.uuid().brand("ContentId");
export type ContentId = z.infer<typeof contentId>;

export const deviceId = z.uuid().brand("DeviceId");
export type DeviceId = z.infer<typeof deviceId>;

/** An upload in progress. The server generates it. */
export const uploadId = z
  .string()
  .regex(/^[a-f0-9]{32}$/)
  .brand("UploadId");
export type UploadId = z.infer<typeof uploadId>;

/** An uploaded picture that can become a thumbnail. The server generates it. */
export const pictureId = z
  .string()
  .regex(/^[a-f0-9]{32}$/)
  .brand("PictureId");
export type PictureId = z.infer<typeof pictureId>;

export const categoryId = z.coerce.number().int().positive().max(2_147_483_647);

export const invoiceId = z.uuid().brand("InvoiceId");
export type InvoiceId = z.infer<typeof invoiceId>;

export const paymentMethodId = z.uuid().brand("PaymentMethodId");
export type PaymentMethodId = z.infer<typeof paymentMethodId>;

export const subscriptionId = z.uuid().brand("SubscriptionId");
export type SubscriptionId = z.infer<typeof subscriptionId>;

export const filmNoteId = z.uuid().brand("FilmNoteId");
export type FilmNoteId = z.infer<typeof filmNoteId>;

export const commentId = z.uuid().brand("CommentId");
export type CommentId = z.infer<typeof commentId>;

export const notificationId = z.uuid().brand("NotificationId");
export type NotificationId = z.infer<typeof notificationId>;

export const announcementId = z.uuid().brand("AnnouncementId");
export type AnnouncementId = z.infer<typeof announcementId>;

export const slotId = z.uuid().brand("SlotId");
export type SlotId = z.infer<typeof slotId>;
