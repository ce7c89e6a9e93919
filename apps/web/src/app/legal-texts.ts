import { BRAND } from "@app/contract/brand";

export type LegalText = { title: string; lead: string; parts: { heading: string; sentences: string[] }[] };

export type LegalPath = "/terms" | "/privacy" | "/guidelines";

const contact = `Questions go to ${BRAND.supportEmail}.`;

/** What the product does and keeps, in words that anybody can read. Whoever runs it adds what their law asks for. */
export const LEGAL_TEXTS: Record<LegalPath, LegalText> = {
  "/terms": {
    title: "Terms of service",
    lead: `What you may expect of ${BRAND.name}, and what it expects of you.`,
    parts: [
      {
        heading: "Your account",
        sentences: [
          "You must be at least 13 years old. One person has one account, with an email address that is theirs.",
          "Keep your password to yourself. In Settings you see every device you are signed in on, and can sign each of them out.",
          "A username cannot be changed, and is not given to anybody else later.",
        ],
      },
      {
        heading: "What you publish",
        sentences: [
          "It stays yours. You allow us to store it, to make it ready for every screen, and to show it to the people you publish it for.",
          "Publish only what you may: your own recordings, or those you have the right to share, of people who agreed to be in them.",
          "You can change who sees an item, or delete it, at any time. What is deleted is hidden at once.",
        ],
      },
      {
        heading: "What is not allowed",
        sentences: [
          "What the community guidelines rule out, other people's content as your own, false views or accounts, and anything that harms the service or its people.",
          "Content that breaks these rules can be hidden or removed, and an account that keeps breaking them can be closed.",
        ],
      },
      {
        heading: "How it may change",
        sentences: ["When these terms change, it is said here and by email before the change counts.", contact],
      },
    ],
  },
  "/privacy": {
    title: "Privacy policy",
    lead: "What we keep about you, why, and for how long.",
    parts: [
      {
        heading: "What we keep",
        sentences: [
          "What you tell us at sign-up: email address, username, gender, date of birth and, if you give it, a phone number. We use them to run your account and to keep out whoever is too young.",
          "Your password only as a hash that cannot be turned back.",
          "If you become an earner: the profile of your plan. Your Social Security number is encrypted; nobody can read it back, and its last four digits are all that is ever shown. What you enter before you pay is kept encrypted for seven days.",
          "Card numbers are never kept: only the brand, the last four digits and the date of expiry.",
          "For each device you sign in on: its browser and system in words, the rough network it came from, and when it was first and last seen, so that you can notice a stranger.",
          "What you publish and what you watched, so that a view counts once. Pictures that you send are drawn anew; what else their file held, such as a place, is not kept.",
        ],
      },
      {
        heading: "What we do not do",
        sentences: [
          "No page of ours loads anything from somebody else's server, there is no advertising profile, and we sell nothing about you.",
          "Your browser keeps a card with your name and address so that the page opens quickly, the words of a form you have not sent yet, and one cookie that keeps you signed in. No password is kept there.",
        ],
      },
      {
        heading: "How long",
        sentences: [
          "A session ends after 30 days without use, and after 90 days at the latest. Links in our emails end after 30 minutes or 24 hours.",
          "What you delete is hidden from everybody at once. Staff can bring it back when it was deleted by mistake.",
        ],
      },
      {
        heading: "Your rights",
        sentences: [`Ask us what we hold about you, to correct it, or to erase it. ${contact}`],
      },
    ],
  },
  "/guidelines": {
    title: "Community guidelines",
    lead: "Play fair here as you would on the field.",
    parts: [
      {
        heading: "Welcome",
        sentences: [
          "Games, training, tactics and results; the hard days as well as the good ones.",
          "Cheering for your side, and respect for the other.",
        ],
      },
      {
        heading: "Not welcome",
        sentences: [
          "Hate, threats and bullying, of athletes, officials or fans.",
          "Anything sexual, and above all anything that puts a minor at risk. It is removed at once and reported.",
          "Dangerous dares, doping for sale, fixed games and betting on minors.",
          "What belongs to somebody else, and what pretends to be somebody else.",
        ],
      },
      {
        heading: "Minors",
        sentences: [
          "Many athletes here are under 18. Do not ask them for contact outside of the product, and do not publish where they live or go to school.",
        ],
      },
      { heading: "When you see something", sentences: [`Tell us. ${contact}`] },
    ],
  },
};
