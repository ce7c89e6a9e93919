import { BRAND } from "@app/contract/brand";

export type LegalText = { title: string; lead: string; parts: { heading: string; sentences: string[] }[] };

export const LEGAL_PATHS = ["/terms", "/privacy", "/guidelines"] as const;
export type LegalPath = (typeof LEGAL_PATHS)[number];

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
        heading: "Plans and prices",
        sentences: [
          "Watching, following and your account cost nothing. Publishing and earning take a plan: Individual, Team or Organization.",
          "A plan is paid by the month in US dollars. Its price and when it renews stand above the card form, and you agree to both before anything is charged.",
          "It renews every month until you cancel, which you can do in Settings at any time: it then ends with the month that is paid, and nothing is charged after that.",
          "When a renewal fails, you keep every right for seven days to pay it. After that the plan ends: what you published stays visible and what you earned stays yours, but you cannot upload, and your link earns nothing new.",
          "Anybody under 18 needs the consent of a parent or guardian, who is told the price, before a card is saved or a plan is paid.",
        ],
      },
      {
        heading: "Earning by referral",
        sentences: [
          "You earn $10.00 for each new person who signs up by your link and verifies their email address: once for each person, and never for yourself.",
          "It is held for 30 days and then available. We look at what is suspicious first, such as accounts that share a device, a mailbox, a card or a phone number; a reward that was not earned is taken back, and you are told why.",
          "What is available is paid out once a month when it is at least $25.00; what is less waits in your balance. A payout to anybody under 18 needs a guardian's consent.",
        ],
      },
      {
        heading: "Leaving",
        sentences: [
          "You can deactivate your earner account: your channel is hidden, the plan does not renew, what you earned stays yours, and you can restore it all for 12 months.",
          "You can delete your account: you are hidden at once and have 30 days to change your mind by signing in; then it is erased.",
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
        sentences: ["When these terms change, the new ones stand here before they count.", contact],
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
          "What you type into the sign-up form, before you send it, so that a reload loses nothing: encrypted, for seven days, without the password, and given back only to whoever enters the email address in it. Nothing is saved before your date of birth says that you are 13 or older. It goes when you have signed up, sign in or clear the form.",
          "Your password only as a hash that cannot be turned back.",
          "If you become an earner: the profile of your plan. Your Social Security number is encrypted; nobody can read it back, and its last four digits are all that is ever shown. What you enter before you pay is kept encrypted for seven days.",
          "Card numbers are never kept: only the brand, the last four digits, the date of expiry, and a fingerprint that tells the same card again. Payments and what you earned, in a ledger.",
          "For each device you sign in on: its browser and system in words, the rough network it came from, and when it was first and last seen, so that you can notice a stranger.",
          "What you publish, whom you follow, and what you watched, so that a view counts once. Pictures that you send are drawn anew; what else their file held, such as a place, is not kept.",
          "Whose link you joined by. Before a reward is paid we compare devices, networks, email addresses, cards, phone numbers and Social Security numbers, the last by a keyed hash, to see whether two people are one.",
        ],
      },
      {
        heading: "In your browser",
        sentences: [
          "Cookies, at most four, and none of them can be read by a script: one keeps you signed in; one, for 30 days after you open somebody's link, remembers whose it was, and goes when you sign up; one, for seven days, finds again what you have typed into the sign-up form; one, for seven days, lets you finish signing up as a creator.",
          "A card with your name, picture and email address so that the page opens quickly; a number that tells this browser from your other devices; your theme and how loud the player was; your last eight searches, where you stopped in a video, and the words of a form you have not sent. Searches, places and words go when you sign out.",
        ],
      },
      {
        heading: "Other people's servers",
        sentences: [
          "Our pages come from our own servers: no advertising, no trackers, no fonts or scripts of others. We sell nothing about you.",
          "There are two exceptions. Where Stripe takes the payments, the card form is Stripe's, and your card goes to them and not to us. And an announcement may hold a YouTube video: nothing of it is loaded before you press play.",
        ],
      },
      {
        heading: "If you are under 18",
        sentences: [
          "Under 13 nobody can sign up, and nothing that was typed is kept.",
          "From 13 to 17 your GPA, your location and the list of your followers are hidden, and search engines are asked to leave your profile out, until you choose otherwise in Settings. A card, a plan and a payout need the consent of a parent or guardian, who shows with a card of their own that they are an adult: nothing is charged to it. We keep their name, email address and relation, what they agreed to, and a fingerprint of the card, which is not saved itself.",
        ],
      },
      {
        heading: "Recruiting pages",
        sentences: [
          "An athlete's recruiting page is off until they switch it on. Whoever has its address sees the athlete's first and last name, and what they chose to show; a new address closes the old one. A minor's page needs a guardian's consent, and never shows their town.",
          "A coach's message is sent to the athlete by email, and to the guardian of a minor as well. We keep that somebody wrote, with a hash of the network it came from so that nobody is flooded; not what they wrote.",
        ],
      },
      {
        heading: "How long",
        sentences: [
          "A session ends after 30 days without use, and after 90 days at the latest. Links in our emails end after 30 minutes or 24 hours; the one to a guardian after 14 days.",
          "What you delete is hidden from everybody at once. A preview of it that others have shared may be kept for five minutes more by servers on the way.",
          "A deactivated earner account is hidden, and can be restored for 12 months.",
          "A deleted account is hidden and signed out at once. For 30 days signing in brings it back; then it is erased, with what it published. Rows of money stay, without you. A backup holds you until it is dropped.",
        ],
      },
      {
        heading: "Your rights",
        sentences: [
          "In Settings you can download what we keep about you, once a day, as one ZIP that is there for seven days; correct it; choose what strangers see; and delete your account.",
          `Or ask us. ${contact}`,
        ],
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
