import { BRAND } from "@app/contract/brand";

export type LegalText = { title: string; lead: string; parts: { heading: string; sentences: string[] }[] };

export const LEGAL_PATHS = ["/terms", "/privacy", "/guidelines"] as const;
export type LegalPath = (typeof LEGAL_PATHS)[number];

const contact = `Questions go to ${BRAND.supportEmail}.`;

/** What the product does and stores, in plain words. Operators add what their law requires. */
export const LEGAL_TEXTS: Record<LegalPath, LegalText> = {
  "/terms": {
    title: "Terms of service",
    lead: `What you can expect from ${BRAND.name}, and what we expect from you.`,
    parts: [
      {
        heading: "Your account",
        sentences: [
          "You must be at least 13 years old. Each person has one account, with their own email address.",
          "Keep your password to yourself. Settings lists every device where you are signed in, and you can sign out each of them.",
          "A username cannot be changed and is never given to anyone else.",
        ],
      },
      {
        heading: "What you publish",
        sentences: [
          "Your content stays yours. You allow us to store it, to convert it for every screen, and to show it to the people you publish it for.",
          "Publish only your own recordings, or those that you have the right to share, of people who agreed to be in them.",
          "You can change who sees an item, or delete it, at any time. Deleted items are hidden immediately.",
        ],
      },
      {
        heading: "Plans and prices",
        sentences: [
          "Watching, following and your account are free. Publishing and earning require a plan: Individual, Team or Organization.",
          "A plan is paid monthly in US dollars. Its price and renewal date are shown above the card form, and you agree to both before anything is charged.",
          "It renews every month until you cancel, which you can do in Settings at any time. It then ends after the paid month, and nothing more is charged.",
          "When a renewal fails, you keep all features for seven days to pay it. After that the plan ends: what you published stays visible and what you earned stays yours, but you cannot upload, and your link earns nothing new.",
          "Anyone under 18 needs the consent of a parent or guardian, who is told the price, before a card is saved or a plan is paid.",
        ],
      },
      {
        heading: "Earning through referrals",
        sentences: [
          "You earn $10.00 for each new person who signs up with your link, once they verify their email address or pay for a plan; My Referrals says which of the two applies. You earn it once per person, and never for yourself.",
          "It is held for 30 days and then becomes available. We review suspicious rewards first, such as those for accounts that share a device, a mailbox, a card or a phone number. A reward that was not earned is reversed, and we tell you why.",
          "Your available balance is paid out once a month if it is at least $25.00; smaller amounts stay in your balance. A payout to anyone under 18 needs a guardian's consent.",
        ],
      },
      {
        heading: "Leaving",
        sentences: [
          "You can deactivate your earner account: your channel is hidden, the plan does not renew, what you earned stays yours, and you can restore it all for 12 months.",
          "You can delete your account: you are hidden immediately and have 30 days to change your mind by signing in; then it is erased. Earnings that have not been paid to you by then are lost. To be paid, deactivate your earner account instead.",
        ],
      },
      {
        heading: "What is not allowed",
        sentences: [
          "Anything that the community guidelines forbid, other people's content as your own, fake views or accounts, and anything that harms the service or its users.",
          "Content that breaks these rules can be hidden or removed, and an account that keeps breaking them can be closed.",
        ],
      },
      {
        heading: "Changes",
        sentences: ["When these terms change, we publish the new ones here before they apply.", contact],
      },
    ],
  },
  "/privacy": {
    title: "Privacy policy",
    lead: "What we store about you, why, and for how long.",
    parts: [
      {
        heading: "What we store",
        sentences: [
          "What you tell us at sign-up: email address, username, gender, date of birth and, optionally, a phone number. We use them to run your account and to check your age.",
          "What you type into the sign-up form before you send it, so that a reload loses nothing. It is saved encrypted, for seven days, without the password, and is only shown again after entering the email address in it. Nothing is saved until your date of birth shows that you are 13 or older. It is deleted when you sign up, sign in or clear the form.",
          "Your password, only as a hash that cannot be reversed.",
          "If you become an earner: the profile of your plan. Your Social Security number is encrypted; nobody can read it, and only its last four digits are ever shown. What you enter before you pay is stored encrypted for seven days.",
          "No card numbers: only the brand, the last four digits, the expiry date, and a fingerprint that recognizes the same card. Your payments and earnings, in a ledger.",
          "If you are paid out: how, with a PayPal address encrypted; bank details only at Stripe. If you give a W-9 tax form: what is in it, with your tax number encrypted. It is read only to report payments to the IRS, and kept for four years after your last payment, also if you delete your account, because the law requires it.",
          "For each device where you sign in: its browser and system, its approximate network, and when it was first and last seen, so that you can notice strangers. All but the newest are deleted a year after you last used them.",
          "What you publish, whom you follow, and what you watched, so that each view counts once. Uploaded pictures are re-encoded, which removes other data in the file, such as a location.",
          "For each device where you turn on push notifications: the address at the push service of your browser's maker, and the keys that encrypt for your browser. Both are saved encrypted, and deleted when you turn notifications off or the device is signed out. Messages pass that push service encrypted, and say what happened, but not what others write.",
          "Your comments, whom they mention, and what you like. Signed-in people see your comments with your channel's name and picture. What you or the channel's owner delete is erased after at most 30 days; if you delete your account, your comments stay as those of a deleted user. What you are notified of is deleted after 180 days.",
          "How you want to be notified, your quiet hours, and your time zone, which your browser tells us once so that digests come in your morning. Our emails contain no tracking pixels; the links to unsubscribe work without signing in.",
          "Whose link you joined with. Before a reward is paid, we compare devices, networks, email addresses, cards, phone numbers and Social Security numbers (by a keyed hash) to see whether two accounts belong to the same person.",
        ],
      },
      {
        heading: "In your browser",
        sentences: [
          "At most five cookies, none of them readable by scripts. One keeps you signed in. One remembers for 30 days whose link you opened, and is deleted when you sign up. One finds your unsent sign-up form again for seven days. One lets you finish signing up in this browser for 30 days. One lasts five seconds after you change something, so that you see the change immediately.",
          "Your name, picture and email address, so that pages open quickly; an id for this browser; your theme and player volume; your last eight searches, your positions in videos, and unsent forms and comments. Searches, positions, unsent forms and comments are deleted when you sign out.",
        ],
      },
      {
        heading: "Other people's servers",
        sentences: [
          "Our pages come from our own servers, without advertising, trackers or third-party fonts and scripts. We do not sell your data.",
          "There are two exceptions. If Stripe processes the payments, the card form is Stripe's, and your card data goes to them and not to us. And an announcement may include a YouTube video, which is not loaded before you press play.",
        ],
      },
      {
        heading: "If you are under 18",
        sentences: [
          "Nobody under 13 can sign up, and nothing that they type is stored.",
          "From 13 to 17, comments with links, and the first comment of each person on your channel, wait for your approval, unless you change this in Settings.",
          "From 13 to 17, your GPA, your location and your followers are hidden, and search engines are asked not to index your profile, unless you change this in Settings. A card, a plan and a payout need the consent of a parent or guardian, who proves with their own card that they are an adult; nothing is charged to it. We store their name, email address and relation to you, what they agreed to, and a fingerprint of the card, but not the card itself.",
        ],
      },
      {
        heading: "Recruiting pages",
        sentences: [
          "An athlete's recruiting page is off until they turn it on. Anyone who has its address sees the athlete's first and last name and what they chose to show. A new address disables the old one. A minor's page needs a guardian's consent and never shows their town.",
          "A coach's message is emailed to the athlete and, for a minor, to the guardian as well. For two days at most, we store that a message was sent, with a hash of its network to prevent flooding; we never store the message itself.",
        ],
      },
      {
        heading: "How long we store it",
        sentences: [
          "A session ends after 30 days without use, and after 90 days at the latest. Links in our emails expire after 24 hours at the latest, except those that invite you to run a channel (seven days), ask a guardian for consent (14 days), let you appeal a suspension (30 days), or unsubscribe (never).",
          "What you delete is hidden from everyone immediately. A preview that others have shared may stay in caches for five more minutes.",
          "A deactivated earner account is hidden, and can be restored for 12 months.",
          "A deleted account is hidden and signed out immediately. For 30 days signing in brings it back; then it is erased together with what it published. Payment records are kept in anonymous form. Backups contain your data until they are deleted.",
        ],
      },
      {
        heading: "Your rights",
        sentences: [
          "In Settings you can download what we store about you, once a day, as a ZIP file that is there for seven days. You can also correct it, choose what strangers see, and delete your account.",
          `Or contact us. ${contact}`,
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
          "Games, training, tactics and results, on hard days as well as good ones.",
          "Cheering for your side, and respect for the other.",
        ],
      },
      {
        heading: "Not welcome",
        sentences: [
          "Hate, threats and bullying, of athletes, officials or fans.",
          "Anything sexual, and above all anything that puts a minor at risk. It is removed immediately and reported.",
          "Dangerous dares, doping for sale, fixed games and betting on minors.",
          "Other people's content, and pretending to be someone else.",
        ],
      },
      {
        heading: "Minors",
        sentences: [
          "Many athletes here are under 18. Do not ask them for contact outside of this website, and do not publish where they live or go to school.",
        ],
      },
      {
        heading: "When you see something",
        sentences: [
          "Report it: the menu of every video, image, document, comment and channel of someone else has Report. Reports about a minor's safety come first. We tell you what came of it, and only our team knows that it was you.",
          "Block whoever bothers you, from the same menu: you no longer see each other's content and comments.",
          "If something of yours was removed, you can read why in Settings, under Reports, and can appeal once. If you cannot sign in because we suspended or closed your account, signing in shows you why, and lets you appeal. Someone else on our team decides the appeal.",
          `For everything else, tell us. ${contact}`,
        ],
      },
    ],
  },
};
