import type { PlaceholderPath } from "./placeholders.ts";

type Words = { title: string; sentence: string; way: { href: string; label: string } };

const TO_HOME = { href: "/explore", label: "Back to the home page" };
const TO_UPLOAD = { href: "/upload-content", label: "Back to Upload" };

/** What is true today, and where to go from there. Apart from the addresses, which the first visit needs. */
export const PLACEHOLDER_WORDS: Record<PlaceholderPath, Words> = {
  "/upload-image": { title: "Upload an image", sentence: "Images cannot be uploaded yet.", way: TO_UPLOAD },
  "/upload-document": { title: "Upload a document", sentence: "Documents cannot be uploaded yet.", way: TO_UPLOAD },
  "/edit-video/$id": { title: "Edit content", sentence: "Content cannot be edited yet.", way: TO_HOME },
  "/notification/": { title: "Notifications", sentence: "Sorry, no notifications found", way: TO_HOME },
  "/creator-view": {
    title: "Earner's Hub",
    sentence: "All your content is on your channel, including what only you can see.",
    way: { href: "/profile", label: "Go to my channel" },
  },
  "/admin/$": { title: "Staff", sentence: "There is nothing here yet.", way: TO_HOME },
};
