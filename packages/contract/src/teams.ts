import { z } from "zod";
import { EMAIL_MAX_CHARS } from "./accounts.ts";
import { MEMBER_ROLES } from "./channel-roles.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { accountId, channelId } from "./ids.ts";

/** Beside the owner. */
export const MEMBERS_MAX = 50;
export const INVITATIONS_PER_DAY = 20;
export const INVITATION_DAYS = 7;
/** How far one can page through a channel's log. */
export const CHANNEL_LOG_MAX = 2_000;

export const CHANNEL_ROLE_WORDS = {
  owner: {
    label: "Owner",
    about: "Can do everything, and is the only one who manages the money, the plan and the members.",
  },
  manager: { label: "Manager", about: "Can manage all content, comments and analytics, and how the channel looks." },
  uploader: { label: "Uploader", about: "Can upload, and edit their own uploads." },
} as const;

/** What happened in a channel, with the words of its log. */
export const CHANNEL_ACTIONS = {
  invited: "invited",
  invitation_revoked: "withdrew the invitation to",
  joined: "joined",
  role_changed: "changed the role of",
  removed: "removed",
  left: "left",
  published: "published",
  edited: "changed",
  file_replaced: "replaced the file of",
  trimmed: "trimmed",
  trim_canceled: "canceled the trim of",
  untrimmed: "undid the trim of",
  captions_saved: "saved captions of",
  captions_deleted: "deleted captions of",
  deleted: "deleted",
  restored: "restored",
  comment_approved: "approved a comment on",
  comment_deleted: "deleted a comment on",
  comment_rules_changed: "changed the comment settings of",
  channel_edited: "changed",
  person_hidden: "hid a person from",
  person_shown: "showed the comments of a hidden person again",
} as const;
export type ChannelAction = keyof typeof CHANNEL_ACTIONS;

export const TEAM_MESSAGES = {
  invited: "The invitation was sent.",
  revoked: "The invitation was withdrawn.",
  joined: "You are part of the team now.",
  left: "You left the team.",
  removed: "They are no longer part of the team.",
  changed: "The role was changed.",
  notATeam: "Only channels of Teams and Organizations can be run by several people.",
  already: "This person is already part of the team.",
  own: "This is your own address.",
  blocked: "You blocked this person. Unblock them first, in Settings → Privacy.",
  blockedOwner: "You blocked the owner of this channel. Unblock them first, in Settings → Privacy.",
  tooMany: `A team can have at most ${MEMBERS_MAX} people.`,
  tooManyInvitations: "You have sent many invitations today. Please try again tomorrow.",
  lapsed: "This channel's plan has ended. Its owner can renew it.",
  ownerStays: "The owner cannot leave: the plan and the money are theirs.",
  gone: "This invitation is no longer valid. Ask the owner of the channel for a new one.",
  member: "You are already part of this team.",
  otherAddress: "This invitation was sent to another address. Sign in with the account of that address.",
} as const;

const teamPerson = z.object({
  id: accountId,
  username: z.string(),
  name: z.string(),
  profile_url: z.string().nullable(),
  role: z.enum(["owner", "manager", "uploader"]).catch("uploader"),
  joined_at: z.iso.datetime(),
  is_you: z.boolean(),
  /** Their account is being deleted; they stay in the list until it is erased, in case they come back. */
  is_leaving: z.boolean(),
});
export type TeamPerson = z.infer<typeof teamPerson>;

const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(MEMBER_ROLES).catch("uploader"),
  expires_at: z.iso.datetime(),
});

export const team = z.object({
  channel: z.object({ id: channelId, name: z.string() }),
  people: z.array(teamPerson),
  /** Empty for everybody but the owner. */
  invitations: z.array(invitation),
  can: z.object({
    /** False, too, for the owner once their plan is for one person: then nobody else has a say. */
    manage_members: z.boolean(),
    /** Whatever the plan. */
    remove_members: z.boolean(),
    leave: z.boolean(),
  }),
});
export type Team = z.infer<typeof team>;

export const inviteFields = {
  email: z.string().trim().max(EMAIL_MAX_CHARS).pipe(z.email()),
  role: z.enum(MEMBER_ROLES),
};

/** What somebody with an emailed invitation reads. */
const shownInvitation = z.object({
  channel: z.string(),
  invited_by: z.string().nullable(),
  role: z.enum(MEMBER_ROLES),
  /** Shortened, so that only its owner recognizes it. */
  email: z.string(),
  /** Whether the caller is signed in with the account of that address. */
  is_yours: z.boolean(),
  /** The channel, if the caller is part of its team already; such an invitation need not be open any more. */
  joined_id: channelId.nullable(),
});
export type Invitation = z.infer<typeof shownInvitation>;

const token = z.string().min(20).max(100);

export const teamRoutes = {
  show: defineRoute({
    name: "teams.show",
    summary: "Who runs a channel, for those who do",
    method: "GET",
    path: "/team/:id",
    access: "owner",
    params: { id: channelId },
    data: team,
  }),
  log: defineRoute({
    name: "teams.log",
    summary: "Who did what for a channel, newest first, for those who run it",
    method: "GET",
    path: "/team/:id/log",
    access: "owner",
    params: { id: channelId },
    query: cursorQuery,
    data: z.object({
      entries: z.array(
        z.object({
          id: z.uuid(),
          /** Null: the account is gone. */
          actor: z.string().nullable(),
          action: z.string(),
          subject: z.string(),
          at: z.iso.datetime(),
        }),
      ),
      pagination: cursorPagination,
    }),
  }),
  invite: defineRoute({
    name: "teams.invite",
    summary: "Invite someone by email to run your channel; a new invitation to an address replaces the old one",
    method: "POST",
    path: "/team/:id/invitations",
    access: "owner",
    limits: ["mails"],
    params: { id: channelId },
    body: inviteFields,
    data: nothing,
    writes: "channel_invitations",
  }),
  revoke: defineRoute({
    name: "teams.revoke",
    summary: "Take an invitation back",
    method: "DELETE",
    path: "/team-invitations/:id",
    access: "owner",
    params: { id: z.uuid() },
    data: nothing,
  }),
  changeRole: defineRoute({
    name: "teams.changeRole",
    summary: "Change someone's role",
    method: "PUT",
    path: "/team/:id/people/:account",
    access: "owner",
    params: { id: channelId, account: accountId },
    body: { role: z.enum(MEMBER_ROLES) },
    data: nothing,
    writes: "channel_members",
  }),
  remove: defineRoute({
    name: "teams.remove",
    summary: "Remove someone from the team, or leave it; the owner cannot leave",
    method: "DELETE",
    path: "/team/:id/people/:account",
    access: "owner",
    params: { id: channelId, account: accountId },
    data: nothing,
  }),
  invitation: defineRoute({
    name: "teams.invitation",
    summary: "What an emailed invitation is for; 410 once it is answered by somebody else, taken back or expired",
    method: "POST",
    path: "/team-invitation",
    access: "public",
    body: { token },
    data: shownInvitation,
  }),
  accept: defineRoute({
    name: "teams.accept",
    summary: "Join a team by an emailed invitation, signed in with the account of its address",
    method: "POST",
    path: "/team-invitation/accept",
    access: "member",
    body: { token },
    data: z.object({ id: channelId, name: z.string() }),
  }),
};
