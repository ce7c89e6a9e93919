import type { ComingPath } from "./coming.ts";

/** Each page in one sentence. Apart from the addresses, which the first visit needs and these words do not. */
export const COMING_WORDS: Record<ComingPath, { title: string; sentence: string }> = {
  "/normal-user": {
    title: "Join Thousands Of Athletes",
    sentence: "The Premium plan and the upgrade to Athletic Earner will be offered here.",
  },
  "/billing": {
    title: "Billing",
    sentence: "The price of your plan and its card form will stand here.",
  },
  "/profile-info": {
    title: "Profile info",
    sentence: "The form with your profile's details will stand here.",
  },
  "/search-results": {
    title: "Search results",
    sentence: "Videos, images, documents and channels that match your search will be listed here.",
  },
  "/filter": {
    title: "Filter",
    sentence: "You will be able to narrow what you browse here, by type, category, date and length.",
  },
  "/following": {
    title: "Following",
    sentence: "The newest content of the channels you follow will be listed here.",
  },
  "/profile": {
    title: "My Profile",
    sentence: "Your own channel, with its cover, its content and its followers, will stand here.",
  },
  "/profile/$id": {
    title: "Channel",
    sentence: "This channel's cover, its content and its followers will stand here.",
  },
  "/category-listing/$id": {
    title: "Category",
    sentence: "The content of this category will be listed here.",
  },
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
