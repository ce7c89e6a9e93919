import { BRAND } from "@app/contract/brand";
import type { MemberRole } from "@app/contract/channel-roles";
import { CHANNEL_ROLE_WORDS, INVITATION_DAYS } from "@app/contract/teams";
import type { EmailContent } from "#platform/mail/mail.ts";

type Invitation = { email: string; channel: string; invitedBy: string; role: MemberRole; url: string };

export function renderInvitationEmail({ email, channel, invitedBy, role, url }: Invitation): EmailContent {
  const { label, about } = CHANNEL_ROLE_WORDS[role];
  return {
    to: email,
    subject: `${invitedBy} invites you to run ${channel} on ${BRAND.name}`,
    heading: `Join ${channel}`,
    paragraphs: [
      `${invitedBy} invites you to run the channel ${channel} on ${BRAND.name} with them.`,
      `Your role: ${label}. ${about}`,
      `The invitation is for this address and valid for ${INVITATION_DAYS} days. Sign in with the account of this address, or sign up with it first. Joining is free.`,
    ],
    button: { label: "See the invitation", url },
    reason: `You are receiving this because ${invitedBy} entered your address. If you do not know them, ignore this email.`,
  };
}
