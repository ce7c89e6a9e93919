import { profileChanges } from "@app/contract/profile";
import { z } from "zod";
import { readDraft } from "#lib/typed-draft.ts";
import { DETAILS_DRAFT } from "./draft-names.ts";

export const detailsFields = z.object({
  channel_name: profileChanges.channel_name.unwrap(),
  bio: profileChanges.bio.unwrap(),
});
type Details = z.infer<typeof detailsFields>;

const typed = z.object({ channel_name: z.string(), bio: z.string() });

export function readDetailsDraft(): Details | null {
  return readDraft(DETAILS_DRAFT, typed);
}
