import { z } from "zod";
import { plan, userCard, userType } from "./accounts.ts";
import {
  addressFields,
  bio,
  channelCategory,
  coachFields,
  GROUP_NAME_MAX_CHARS,
  gpa,
  graduationYear,
  NAME_MAX_CHARS,
  offers,
  optionalPhone,
  requiredText,
  ssn,
  teamContactFields,
  visits,
} from "./earner-fields.ts";
import { profileImage } from "./earners.ts";
import { defineRoute } from "./http.ts";
import { accountId, channelId } from "./ids.ts";
import { addressView, collegeView, contactView } from "./registration.ts";

export const COVER_MAX_BYTES = 10 * 1024 ** 2;
export const COVER_MIN_WIDTH_PX = 600;
export const COVER_PART = { field: "cover_image", maxBytes: COVER_MAX_BYTES, types: profileImage.types };
const CHANNEL_NAME_MAX_CHARS = 80;

export const PROFILE_MESSAGES = {
  coverKept: "Your cover image was changed.",
  coverTooSmall: `Please choose a picture that is at least ${COVER_MIN_WIDTH_PX} pixels wide.`,
  channelChanged: "The channel was changed.",
  notOfYourPlan: "This field does not belong to your plan.",
} as const;

/** Everything that a person can read about themselves; of the SSN only the last four digits. */
export const profileView = z.object({
  id: accountId,
  user_type: userType,
  plan: plan.nullable(),
  username: z.string(),
  email: z.string(),
  full_name: z.string(),
  phone: z.string().nullable(),
  gender: z.string().nullable(),
  /** YYYY-MM-DD, or YYYY-MM if the day is unknown. */
  date_of_birth: z.string().nullable(),
  profile_url: z.string().nullable(),
  cover_url: z.string().nullable(),
  bio: z.string(),
  channel: z.object({ id: channelId, name: z.string() }),
  /** Null for accounts that were never an earner's. */
  earner: z
    .object({
      plan,
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      team_name: z.string().nullable(),
      organization_name: z.string().nullable(),
      ssn_last4: z.string().nullable(),
      ...addressView.shape,
      graduation_year: z.string().nullable(),
      gpa: z.string().nullable(),
      channel_category: z.array(z.object({ id: z.int(), name: z.string() })),
      offers: z.array(collegeView),
      visits: z.array(collegeView),
      contact_person: contactView.nullable(),
      coach_person: contactView.nullable(),
    })
    .nullable(),
  /** Set while the earner account is deactivated. */
  deactivated: z.object({ at: z.iso.datetime(), restorable_until: z.iso.datetime() }).nullable(),
});
export type ProfileView = z.infer<typeof profileView>;

/** The fields that can change after sign-up; omitted ones stay unchanged. */
const changes = z.object({
  channel_name: requiredText("Channel name", CHANNEL_NAME_MAX_CHARS),
  /** For General Users; earners have a first and last name, or a group's name. */
  full_name: requiredText("Name", 2 * NAME_MAX_CHARS),
  first_name: requiredText("First name", NAME_MAX_CHARS),
  last_name: requiredText("Last name", NAME_MAX_CHARS),
  team_name: requiredText("Team name", GROUP_NAME_MAX_CHARS),
  organization_name: requiredText("Organization name", GROUP_NAME_MAX_CHARS),
  bio: bio.unwrap(),
  phone: optionalPhone.unwrap(),
  ssn,
  ...addressFields,
  ...teamContactFields,
  contact_person_phone: optionalPhone.unwrap(),
  ...coachFields,
  graduation_year: graduationYear,
  gpa,
  channel_category: channelCategory,
  offers,
  visits,
});
export const profileChanges = changes.partial().shape;

/** What a channel shows of itself, which managers of a team change too. */
const channelChanges = { channel_name: profileChanges.channel_name, bio: profileChanges.bio };

/** The user card with `user_type`: the reply to every update. */
export const updatedProfile = userCard.extend({ user_type: userType });

export const profileRoutes = {
  one: defineRoute({
    name: "profile.one",
    summary: "Read the caller's own profile",
    method: "GET",
    path: "/user/profile",
    access: "member",
    data: profileView,
  }),
  update: defineRoute({
    name: "profile.update",
    summary: "Change the caller's own profile; omitted fields stay unchanged",
    method: "POST",
    path: "/user/profile/update",
    access: "member",
    body: profileChanges,
    file: profileImage,
    data: updatedProfile,
    writes: "earner_profiles",
  }),
  uploadCover: defineRoute({
    name: "profile.uploadCover",
    summary: "Change the cover image of the caller's own channel",
    method: "POST",
    path: "/user/upload-cover-image",
    access: "member",
    file: COVER_PART,
    data: z.object({ cover_url: z.string() }),
  }),
  updateChannel: defineRoute({
    name: "profile.updateChannel",
    summary: "Change name, bio and picture of a channel, for its owner and the managers of its team",
    method: "POST",
    path: "/edit-channel/:id",
    access: "member",
    params: { id: channelId },
    body: channelChanges,
    file: profileImage,
    data: z.object({ name: z.string(), bio: z.string(), profile_url: z.string().nullable() }),
  }),
  uploadChannelCover: defineRoute({
    name: "profile.uploadChannelCover",
    summary: "Change the cover image of a channel, for its owner and the managers of its team",
    method: "POST",
    path: "/edit-channel/:id/cover",
    access: "member",
    params: { id: channelId },
    file: COVER_PART,
    data: z.object({ cover_url: z.string() }),
  }),
};
