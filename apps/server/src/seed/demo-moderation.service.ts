import type { Plan, UserType } from "@app/contract/accounts";
import type { AccountId, ChannelId, CommentId, ContentId } from "@app/contract/ids";
import { SLOT_SIZE } from "@app/contract/slots";
import { condensed } from "@app/drawing/fonts";
import { createCanvas } from "@napi-rs/canvas";
import { selectContentOfUpload } from "#modules/catalog/index.ts";
import { addMember, block, invite } from "#modules/channels/index.ts";
import { pickAthlete, pinVideo } from "#modules/discovery/index.ts";
import { addPastComments } from "#modules/engagement/index.ts";
import { addAccount, findAccountByUsername } from "#modules/identity/index.ts";
import {
  addSlot,
  appealOwn,
  decideCase,
  listCases,
  listSlots,
  listStaffComments,
  reportChannel,
  reportComment,
  reportContent,
  setSlotPicture,
  turnSlot,
} from "#modules/staff/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import { uploadIdOf } from "./demo-videos.service.ts";
import {
  APPEAL,
  BLOCKER,
  type DemoReport,
  type DemoSlot,
  FORMER_STAFF,
  PICKED,
  PINNED,
  REPORTS,
  SLOTS,
  SPAM,
  SPAMMER,
  SUSPENSION,
  TEAM,
  WARNED,
} from "./world/moderation.ts";
import { VIDEOS } from "./world.ts";

const HOUR_MS = 3_600_000;
const CASES_MAX = 50;

/**
 * Adds what the staff console and the page of a team show: reports, decisions and an appeal, a suspension, a block, a
 * team, slots, picks.
 * @returns false if the first videos have to be processed before
 */
export async function makeDemoModeration(deps: Deps): Promise<boolean> {
  for (const index of new Set(SPAM.map(({ on }) => on))) {
    const content = await selectContentOfUpload(deps.sql, uploadIdOf(index));
    if (!content || (content.state === "processing" && !content.is_playable)) return false;
  }
  await addSpammer(deps);
  const staff = await memberOf(deps, FORMER_STAFF.username);
  const { cases: decided } = await listCases(deps, staff, { lane: "decided", per_page: 1, current_page: 1 });
  if (decided.length > 0) return true;
  for (const report of REPORTS) await send(deps, staff, report);
  await block(deps, await memberOf(deps, BLOCKER), (await memberOf(deps, SPAMMER.username)).channelId);
  await makeTeam(deps);
  await makeDemoSlots(deps, staff);
  await pinVideo(deps, staff, await videoOf(deps, PINNED.index), true);
  await pickAthlete(deps, staff, PICKED);
  // Comes last, because a later run that finds a decision does nothing.
  await decide(deps, staff);
  return true;
}

/** With their comments, in one transaction, so that those are added once. */
async function addSpammer(deps: Pick<Deps, "sql" | "now" | "secrets" | "events">): Promise<void> {
  const other = await findAccountByUsername(deps.sql, BLOCKER);
  if (!other || (await findAccountByUsername(deps.sql, SPAMMER.username))) return;
  await inTransaction(deps.sql, async (tx) => {
    const [spammer] = await Promise.all(
      [SPAMMER, FORMER_STAFF].map(({ username, fullName }) =>
        addAccount(deps, tx, {
          username,
          fullName,
          email: `${username}@demo.fieldhouse.test`,
          passwordHash: other.password_hash,
          plan: null,
          isVerified: true,
          isDemo: true,
        }),
      ),
    );
    for (const [at, { on, text, isHeld }] of SPAM.entries()) {
      const content = await selectContentOfUpload(tx, uploadIdOf(on));
      if (!content || !spammer) continue;
      const comment = {
        authorId: spammer.accountId,
        text,
        likedBy: [],
        replies: [],
        at: new Date(deps.now().getTime() - (at + 2) * HOUR_MS),
        ...(isHeld && { heldFor: "link" as const }),
      };
      await addPastComments(tx, { id: content.id, channelId: content.channel_id }, [comment]);
    }
  });
}

async function send(deps: Deps, staff: Member, report: DemoReport): Promise<void> {
  const reporter = await memberOf(deps, report.by);
  const words = { reason: report.reason, text: report.text };
  if (report.on === "video") await reportContent(deps, reporter, await videoOf(deps, report.index), words);
  else if (report.on === "channel")
    await reportChannel(deps, reporter, (await memberOf(deps, report.username)).channelId, words);
  else await reportComment(deps, reporter, await commentOf(deps, staff, report.startsWith), words);
}

async function makeTeam(deps: Deps): Promise<void> {
  const owner = await memberOf(deps, TEAM.owner);
  await invite(deps, owner, owner.channelId, TEAM.invited);
  for (const { username, role } of TEAM.members) {
    const { accountId: account } = await memberOf(deps, username);
    await inTransaction(deps.sql, (tx) => addMember(tx, { id: owner.channelId, account }, role));
  }
}

/** Suspends the account that advertised, and warns the owner of a title, who appeals. */
async function decide(deps: Deps, staff: Member): Promise<void> {
  const { cases } = await listCases(deps, staff, { lane: "open", per_page: CASES_MAX, current_page: 1 });
  const caseOf = (subjectId: string) => {
    const found = cases.find(({ subject_id }) => subject_id === subjectId);
    if (!found) throw new Error(`nobody reported ${subjectId}`);
    return found.id;
  };
  const warned = caseOf(await videoOf(deps, WARNED.index));
  await decideCase(deps, staff, warned, { decision: "warn", reason: WARNED.reason });
  await appealOwn(deps, await memberOf(deps, VIDEOS[WARNED.index]?.channel ?? ""), warned, APPEAL);
  const { startsWith, ...suspension } = SUSPENSION;
  const spam = caseOf(await commentOf(deps, staff, startsWith));
  await decideCase(deps, staff, spam, { decision: "suspend", ...suspension });
}

async function videoOf(deps: Pick<Deps, "sql">, index: number): Promise<ContentId> {
  const content = await selectContentOfUpload(deps.sql, uploadIdOf(index));
  if (!content) throw new Error(`the demo world lacks video ${index}`);
  return content.id as ContentId;
}

/** A comment of the spammer. */
async function commentOf(deps: Pick<Deps, "sql" | "secrets">, staff: Member, startsWith: string): Promise<CommentId> {
  const query = { search: `@${SPAMMER.username}`, per_page: CASES_MAX, current_page: 1 };
  const found = (await listStaffComments(deps, staff, query)).comments.find(({ text }) => text.startsWith(startsWith));
  if (!found) throw new Error(`the demo world lacks the comment "${startsWith}"`);
  return found.id as CommentId;
}

/** As if they had signed in. */
async function memberOf({ sql }: Pick<Deps, "sql">, username: string): Promise<Member> {
  const account = await findAccountByUsername(sql, username);
  if (!account) throw new Error(`the demo world lacks ${username}`);
  return {
    accountId: account.id as AccountId,
    channelId: account.channel_id as ChannelId,
    deviceRowId: "",
    userType: account.user_type as UserType,
    plan: account.plan as Plan | null,
    hasBlocks: account.has_blocks,
    isStaff: false,
    isAdmin: false,
    mustEnableTwoFactor: false,
    isLapsed: false,
    memberships: [],
    acting: null,
  };
}

const { widthPx, heightPx } = SLOT_SIZE;

/** Adds the slots of the demo world, unless there are some. */
export async function makeDemoSlots(
  deps: Pick<Deps, "sql" | "storage" | "config" | "now">,
  staff: Member,
): Promise<void> {
  const isThere = new Set((await listSlots(deps)).filter((slot) => slot.is_active).map(({ alt }) => alt));
  for (const slot of SLOTS.filter(({ alt }) => !isThere.has(alt))) {
    const { lines: _, colors: __, ...about } = slot;
    const fields = { ...about, starts_at: deps.now().toISOString(), ends_at: null };
    const { id } = await addSlot(deps, staff, fields);
    await setSlotPicture(deps, staff, id, await drawSlot(slot));
    await turnSlot(deps, staff, id, true);
  }
}

/** A stripe of color and two lines of text. */
function drawSlot({ lines: [title, about], colors: [ground, accent] }: DemoSlot): Promise<Buffer> {
  const canvas = createCanvas(widthPx, heightPx);
  const draw = canvas.getContext("2d");
  draw.fillStyle = ground;
  draw.fillRect(0, 0, widthPx, heightPx);
  draw.fillStyle = accent;
  for (let at = 0; at < 5; at++) {
    draw.globalAlpha = 0.16 + at * 0.05;
    draw.beginPath();
    draw.moveTo(820 + at * 76, heightPx);
    draw.lineTo(940 + at * 76, 0);
    draw.lineTo(980 + at * 76, 0);
    draw.lineTo(860 + at * 76, heightPx);
    draw.fill();
  }
  draw.globalAlpha = 1;
  draw.font = condensed(76);
  draw.fillText(title, 60, 145, 800);
  draw.fillStyle = "#f3f5f2";
  draw.font = condensed(40, 600);
  draw.fillText(about, 60, 210, 800);
  return canvas.encode("png");
}
