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

type TeamChange = {
  email: string;
  username: string;
  channel: string;
  /** Null: they were removed. */
  role: MemberRole | null;
  publicUrl: string;
};

export function renderTeamChangeEmail({ email, username, channel, role, publicUrl }: TeamChange): EmailContent {
  const words = role && CHANNEL_ROLE_WORDS[role];
  const heading = words
    ? `Your role on the team of ${channel} was changed`
    : `You are no longer on the team of ${channel}`;
  return {
    to: email,
    subject: heading,
    heading,
    paragraphs: [
      words
        ? `Hello ${username}, the owner of ${channel} changed your role. It is now: ${words.label}. ${words.about}`
        : `Hello ${username}, the owner of ${channel} removed you from its team. What you published there stays; your unfinished uploads for it were deleted.`,
    ],
    button: { label: "See your teams", url: `${publicUrl}/setting?tab=team` },
    reason:
      "You are receiving this because your rights on a channel have changed. Emails about security cannot be turned off.",
  };
}
