import { BRAND } from "@app/contract/brand";
import { contentId } from "@app/contract/ids";
import {
  COACH_MESSAGES_PER_DAY,
  RECRUITING_MESSAGES,
  type recruitingPage,
  type recruitingRoutes,
} from "@app/contract/recruiting";
import { z } from "zod";
import { findPlayable } from "#modules/catalog/index.ts";
import { isBlockedFor, readMeasurables } from "#modules/channels/index.ts";
import { loadAbout } from "#modules/discovery/channel-page/channel-page.service.ts";
import { readPrivacy } from "#modules/identity/index.ts";
import { isGuardianNeeded, readGuardian } from "#modules/membership/index.ts";
import { newId } from "#platform/clock.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, LOCKS, lockTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { toAddressPrefix } from "#platform/http/addresses.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import type { EmailContent } from "#platform/mail/mail.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import type { Viewer } from "#platform/viewer.ts";
import {
  type AthleteRow,
  countMessages,
  countPageView,
  insertMessage,
  purgeOldMessages,
  selectOpenPage,
} from "./recruiting.sql.ts";

type PageDeps = Pick<Deps, "sql" | "pool" | "secrets" | "config" | "now">;
type Athlete = NonNullable<Awaited<ReturnType<typeof loadAbout>>["athlete"]>;
type Message = z.output<(typeof recruitingRoutes)["contact"]["body"]>;

/** @throws AppError `not_found` whether the page does not exist or is switched off, so nobody learns which */
export async function showRecruitingPage(
  deps: PageDeps,
  viewer: Viewer,
  token: string,
): Promise<z.input<typeof recruitingPage>> {
  const row = await requirePage(deps, viewer, token);
  await countPageView(deps.sql, row.account_id);
  const privacy = await readPrivacy(deps.pool, row.account_id, deps.now());
  // A page without sign-in never shows a minor's location, whatever was chosen.
  const shown = { gpa: row.shows_gpa, location: row.shows_location && !privacy.isMinor };
  const { athlete } = await loadAbout(deps, { owner_id: row.account_id, plan: row.plan }, shown);
  const highlights = await findPlayable(deps, row.channel_id, z.array(contentId).parse(row.highlight_ids));
  return {
    name: row.name,
    username: row.username,
    bio: row.bio,
    channel_name: row.channel_name === row.name ? null : row.channel_name,
    profile_url: publicMediaUrl(deps.config, row.profile_key),
    cover_url: publicMediaUrl(deps.config, row.cover_key),
    ...toAthleteFields(row, athlete),
    measurables: row.shows_measurables ? await readMeasurables(deps.sql, row.account_id) : null,
    highlights,
  };
}

function toAthleteFields(row: AthleteRow, athlete: Athlete | null) {
  if (!athlete)
    return { sports: [], city: null, state: null, graduation_year: null, gpa: null, offers: [], visits: [] };
  return {
    sports: athlete.categories.map(({ name }) => name),
    city: athlete.city,
    state: athlete.state,
    graduation_year: row.shows_graduation ? athlete.graduation_year : null,
    gpa: athlete.gpa,
    offers: row.shows_colleges ? athlete.offers : [],
    visits: row.shows_colleges ? athlete.visits : [],
  };
}

/**
 * Emails the athlete and, for a minor, the guardian who consented. The sender learns no email address, and a bot that
 * fills in the hidden field gets a normal reply.
 * @throws AppError `not_found`; `too_many_requests`
 */
export async function contactAthlete(
  deps: PageDeps,
  token: string,
  message: Message,
  sentBy: { viewer: Viewer; address: string },
): Promise<void> {
  const row = await requirePage(deps, sentBy.viewer, token);
  if (message.website !== "") return;
  const sender = deps.secrets.keyedHash("recruiting-sender", toAddressPrefix(sentBy.address));
  await inTransaction(deps.sql, async (tx) => {
    // Makes concurrent messages count one after another.
    await lockTransaction(tx, LOCKS.countingCoachMessages);
    const sent = await countMessages(tx, { accountId: row.account_id, sender });
    const { athlete, sender: ofSender, senderToAthlete } = COACH_MESSAGES_PER_DAY;
    if (sent.toAthlete >= athlete || sent.fromSender >= ofSender || sent.between >= senderToAthlete)
      throw new AppError("too_many_requests", RECRUITING_MESSAGES.tooMany, { retryAfterS: 24 * 60 * 60 });
    await insertMessage(tx, { id: newId(z.uuid()), accountId: row.account_id, sender });
    await sendEmail(deps, tx, renderCoachEmail({ to: row.email, athlete: row.name, isGuardian: false }, message));
    const guardian = await readGuardian({ sql: tx, now: deps.now }, row.account_id);
    if (guardian.is_needed && guardian.state === "accepted" && guardian.guardian_email)
      await sendEmail(
        deps,
        tx,
        renderCoachEmail({ to: guardian.guardian_email, athlete: row.name, isGuardian: true }, message),
      );
  });
}

/** The limits count the messages of a day, and the hash of a sender's network is for nothing else. */
export const purgeCoachMessagesJob = defineJob({
  name: "recruiting:purge-messages",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "45 4 * * *",
  async run(deps) {
    const purged = await purgeOldMessages(deps.sql);
    if (purged > 0) deps.log.info({ purged }, "purged who wrote to athletes more than a day ago");
  },
});

/** A minor's page is closed without a guardian's consent. Nobody opens the page of somebody who blocked them. */
async function requirePage(deps: Pick<Deps, "sql" | "now">, viewer: Viewer, token: string): Promise<AthleteRow> {
  const row = await selectOpenPage(deps.sql, hashToken(token));
  if (!row || (await isBlockedFor(deps.sql, viewer, row.account_id)) || (await isGuardianNeeded(deps, row.account_id)))
    throw notFound();
  return row;
}

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
    subject: `${short(coach.name)} (${short(coach.organization)}) sent a message through ${to.isGuardian ? `${short(to.athlete)}'s` : "your"} recruiting page`,
    heading: "A message from a coach",
    paragraphs: [
      `${coach.name}, ${coach.organization}, sent a message through ${whose}:`,
      ...coach.message.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ""),
      `To reply, write to ${coach.email}. We have not checked who they are: look the school up before you share anything, and never send money or documents.`,
    ],
    button: null,
    reason: to.isGuardian
      ? `You are receiving this because you consented to ${to.athlete}'s account on ${BRAND.name}.`
      : `You are receiving this because your recruiting page on ${BRAND.name} is open. You can turn it off on your profile.`,
  };
}

function short(name: string): string {
  return name.length <= NAME_IN_SUBJECT ? name : `${name.slice(0, NAME_IN_SUBJECT - 1).toWellFormed()}…`;
}
