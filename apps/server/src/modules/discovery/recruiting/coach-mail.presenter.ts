import { BRAND } from "@app/contract/brand";
import type { EmailContent } from "#platform/mail/mail.ts";

/** Longer names are cut in the subject. */
const NAME_IN_SUBJECT = 50;

type Coach = { name: string; email: string; organization: string; message: string };

/**
 * A coach's message from a recruiting page. It is quoted, because we do not know whether the sender is who they claim
 * to be.
 */
export function renderCoachEmail(to: { to: string; athlete: string; isGuardian: boolean }, coach: Coach): EmailContent {
  const whose = to.isGuardian ? `${to.athlete}'s recruiting page` : "your recruiting page";
  return {
    to: to.to,
    subject: `${short(coach.name)} (${short(coach.organization)}) wrote on ${to.isGuardian ? `${short(to.athlete)}'s` : "your"} recruiting page`,
    heading: "A message from a coach",
    paragraphs: [
      `${coach.name}, ${coach.organization}, wrote on ${whose}:`,
      ...coach.message.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ""),
      `To reply, write to ${coach.email}. We have not checked who they are: look the school up before you share anything, and never send money or documents.`,
    ],
    button: null,
    reason: to.isGuardian
      ? `You are receiving this because you consented to ${to.athlete}'s account on ${BRAND.name}.`
      : `You are receiving this because your recruiting page on ${BRAND.name} is open. You can switch it off on your profile.`,
  };
}

function short(name: string): string {
  return name.length <= NAME_IN_SUBJECT ? name : `${name.slice(0, NAME_IN_SUBJECT - 1).toWellFormed()}…`;
}
