import type { ComingPath } from "./coming.ts";

/** Each page in one sentence. Apart from the addresses, which the first visit needs and these words do not. */
export const COMING_WORDS: Record<ComingPath, { title: string; sentence: string }> = {
  "/image/$id": {
    title: "Image",
    sentence: "The image, with its comments, will be shown here.",
  },
  "/file/$id": {
    title: "Document",
    sentence: "The document, with its comments, will be shown here.",
  },
  "/upload-image": {
    title: "Upload an image",
    sentence: "You will be able to upload a jpeg or png of up to 20 MB here.",
  },
  "/upload-document": {
    title: "Upload a document",
    sentence: "You will be able to upload a PDF of up to 50 MB here.",
  },
  "/edit-video/$id": {
    title: "Edit content",
    sentence: "The owner of an item will be able to change its title, description, category, tags and visibility here.",
  },
  "/notification/": {
    title: "Notifications",
    sentence: "The full list of your notifications will stand here.",
  },
  "/creator-view": {
    title: "Earner's Hub",
    sentence: "Your content and how it is doing will be listed here.",
  },
  "/referral-page": {
    title: "My Referrals",
    sentence: "Your referral link, your earnings and the people who joined by it will stand here.",
  },
  "/admin/$": {
    title: "Staff",
    sentence: "People, content, reports, categories, payouts and the audit log will be looked after here.",
  },
};
