import type { PageAccess } from "./access.ts";

export type ComingPage = { path: string; access: PageAccess; title: string; sentence: string };

/** Pages whose address is settled and whose feature is still to be built: each says in one sentence what it will hold. */
export const COMING: readonly ComingPage[] = [
  {
    path: "/signup",
    access: "visitor",
    title: "Sign up",
    sentence:
      "Creating an account, as a Registered User or as a Content Creator, opens here with the accounts release.",
  },
  {
    path: "/verify-email",
    access: "public",
    title: "Verify your email",
    sentence: "After signing up you will be told here to open the link in our email, and can have it sent again.",
  },
  {
    path: "/email-verification/$",
    access: "public",
    title: "Email verification",
    sentence: "The link in our email will confirm your address here.",
  },
  {
    path: "/change-email-verification/$",
    access: "public",
    title: "Email change",
    sentence: "The link in our email will confirm your new address here.",
  },
  {
    path: "/reset-password/$",
    access: "visitor",
    title: "Reset password",
    sentence: "The link in our email will let you choose a new password here.",
  },
  {
    path: "/referral/$code",
    access: "visitor",
    title: "You were invited",
    sentence: "The sign-up form will open here with your friend's referral code filled in.",
  },
  {
    path: "/normal-user",
    access: "public",
    title: "Join Thousands Of Athletes",
    sentence: "The Premium plan and the upgrade to Athletic Earner will be offered here.",
  },
  {
    path: "/billing",
    access: "public",
    title: "Billing",
    sentence: "The price of your plan and its card form will stand here.",
  },
  {
    path: "/profile-info",
    access: "public",
    title: "Profile info",
    sentence: "The form with your profile's details will stand here.",
  },
  {
    path: "/setting",
    access: "member",
    title: "Settings",
    sentence:
      "Password, email, devices, notifications, payment methods and your account's closing will be settled here.",
  },
  {
    path: "/search-results",
    access: "member",
    title: "Search results",
    sentence: "Videos, images, documents and channels that match your search will be listed here.",
  },
  {
    path: "/filter",
    access: "public",
    title: "Filter",
    sentence: "You will be able to narrow what you browse here, by type, category, date and length.",
  },
  {
    path: "/following",
    access: "member",
    title: "Following",
    sentence: "The newest content of the channels you follow will be listed here.",
  },
  {
    path: "/profile",
    access: "member",
    title: "My Profile",
    sentence: "Your own channel, with its cover, its content and its followers, will stand here.",
  },
  {
    path: "/profile/$id",
    access: "member",
    title: "Channel",
    sentence: "This channel's cover, its content and its followers will stand here.",
  },
  {
    path: "/category-listing/$id",
    access: "public",
    title: "Category",
    sentence: "The content of this category will be listed here.",
  },
  {
    path: "/image/$id",
    access: "member",
    title: "Image",
    sentence: "The image, with its comments, will be shown here.",
  },
  {
    path: "/file/$id",
    access: "member",
    title: "Document",
    sentence: "The document, with its comments, will be shown here.",
  },
  {
    path: "/upload-image",
    access: "earner",
    title: "Upload an image",
    sentence: "You will be able to upload a jpeg or png of up to 20 MB here.",
  },
  {
    path: "/upload-document",
    access: "earner",
    title: "Upload a document",
    sentence: "You will be able to upload a PDF of up to 50 MB here.",
  },
  {
    path: "/edit-video/$id",
    access: "member",
    title: "Edit content",
    sentence: "The owner of an item will be able to change its title, description, category, tags and visibility here.",
  },
  {
    path: "/notification/",
    access: "public",
    title: "Notifications",
    sentence: "The full list of your notifications will stand here.",
  },
  {
    path: "/creator-view",
    access: "earner",
    title: "Earner's Hub",
    sentence: "Your content and how it is doing will be listed here.",
  },
  {
    path: "/referral-page",
    access: "earner",
    title: "My Referrals",
    sentence: "Your referral link, your earnings and the people who joined by it will stand here.",
  },
  {
    path: "/admin/$",
    access: "staff",
    title: "Staff",
    sentence: "People, content, reports, categories, payouts and the audit log will be looked after here.",
  },
  {
    path: "/terms",
    access: "public",
    title: "Terms",
    sentence: "The terms of service will stand here before the first sign-up.",
  },
  {
    path: "/privacy",
    access: "public",
    title: "Privacy Policy",
    sentence: "What we keep about you, why, and for how long will stand here before the first sign-up.",
  },
  {
    path: "/guidelines",
    access: "public",
    title: "Community guidelines",
    sentence: "What is welcome on Fieldhouse and what is not will stand here.",
  },
];
