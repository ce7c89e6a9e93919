import { z } from "zod";
import { accountId, channelId, contentId } from "./ids.ts";

const ofAccount = z.object({ account_id: accountId });
const ofFollow = z.object({
  channel_id: channelId,
  /** The item that it was made on; null for a follow made elsewhere. */
  content_id: contentId.nullable(),
  created_at: z.iso.datetime(),
});

const schemas = {
  /** The account has a row. Its channel, whose id is given here, is inserted by a subscriber. */
  "account.created": ofAccount.extend({ channel_id: channelId }),
  "account.verified": ofAccount,
  /** The account is hidden from now on and will be erased. */
  "account.deletion_requested": ofAccount,
  /** The person has signed in before the account was erased, and keeps it. */
  "account.deletion_canceled": ofAccount,
  "follow.created": ofFollow,
  "follow.deleted": ofFollow,
  /** The account counts as an earner's: for the first time, or again after a deactivation. */
  "earner.activated": ofAccount,
  /** The first payment of a plan has made the account an earner's. */
  "registration.completed": ofAccount,
  /** A plan was ended, and what was paid for it goes back. */
  "plan.refunded": ofAccount,
  /** What a minor needs their guardian for ends with it. */
  "guardian.consent_withdrawn": ofAccount,
  /** The media of an item is complete: it is listed from now on. */
  "content.ready": z.object({ content_id: contentId }),
  /** An item is gone, its row and its files. */
  "content.purged": z.object({ content_id: contentId }),
};

export type EventName = keyof typeof schemas;
export type EventPayloads = { [Name in EventName]: z.output<(typeof schemas)[Name]> };
/** What a publisher gives: ids as they stand in its rows. */
export type EventInputs = { [Name in EventName]: z.input<(typeof schemas)[Name]> };

/** What a domain of the server tells the domains above it: facts in the past tense, with ids. */
export const events: { readonly [Name in EventName]: z.ZodType<EventPayloads[Name], EventInputs[Name]> } = schemas;
