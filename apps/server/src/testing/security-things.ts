import { randomBytes, randomUUID } from "node:crypto";
import { accountRoutes } from "@app/contract/accounts";
import { commentRoutes } from "@app/contract/comments";
import { filmNoteRoutes } from "@app/contract/film-notes";
import type { FilePart, Route } from "@app/contract/http";
import { referralRoutes } from "@app/contract/referrals";
import { hideChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { addTestCard, payForPlan } from "./billing.ts";
import type { Caller } from "./caller.ts";
import { toPath } from "./caller.ts";
import { sendCaptions } from "./captions.ts";
import { ANY_ID, type Kind, type MatrixLine, type Target, type TriedRole } from "./matrix-words.ts";
import type { NewPerson, TestPerson } from "./people.ts";
import type { TestApp } from "./test-app.ts";
import { uploadBytes } from "./tus.ts";

type CastRole = Exclude<TriedRole, "visitor"> | "other";

const NEWCOMERS: Record<CastRole, NewPerson> = {
  general: {},
  earner: { plan: "Individual" },
  staff: { staffRole: "admin" },
  moderator: { staffRole: "moderator" },
  bareAdmin: { staffRole: "admin", hasTwoFactor: false },
  bareModerator: { staffRole: "moderator", hasTwoFactor: false },
  removed: { plan: "Individual" },
  other: { plan: "Team" },
};

/** Things that change what their owner may do. */
const CHANGES_ITS_OWNER = new Set<Kind>(["payment method", "invoice"]);

/** A thing to call a route with, relative to the caller's role. */
type Wanted = { kind: Kind; role: TriedRole; target: Target };

/** One person per role, and what they own. They are shared by all requests that leave them as they were. */
export type Cast = {
  callerOf(role: TriedRole): Promise<Caller>;
  /** @returns the id of a resource that no request has changed */
  thingFor(wanted: Wanted): Promise<string>;
  /** After a request that may have changed the caller, the resource or its owner. */
  spend(role: TriedRole, wanted: Wanted | null): void;
  /** Replaces the people whom the last route may have changed, with all that they own. */
  renew(): void;
};

let newcomers = 0;
let channels = 0;

export function createCast(testApp: TestApp): Cast {
  const people = new Map<CastRole, Promise<TestPerson>>();
  const things = new Map<string, { ownerRole: CastRole; id: Promise<string> }>();
  const spent = new Set<CastRole>();

  function personOf(role: CastRole): Promise<TestPerson> {
    const person = people.get(role) ?? addToCast(testApp, role);
    people.set(role, person);
    return person;
  }

  return {
    callerOf: async (role) => (role === "visitor" ? testApp.visitor : personOf(role)),
    thingFor(wanted) {
      const { kind, target } = wanted;
      if (target === "missing") return Promise.resolve(missingIdOf(kind));
      const ownerRole = ownerRoleOf(wanted);
      if (CHANGES_ITS_OWNER.has(kind)) spent.add(ownerRole);
      const key = toKey(wanted);
      // The test deletes all jobs before each route.
      const kept = kind === "job" ? undefined : things.get(key);
      const id = kept?.id ?? personOf(ownerRole).then((owner) => makeThing(testApp, owner, kind, target));
      things.set(key, { ownerRole, id });
      return id;
    },
    spend(role, wanted) {
      spent.add("other");
      if (role !== "visitor") spent.add(role);
      if (wanted) things.delete(toKey(wanted));
    },
    renew() {
      for (const [key, { ownerRole }] of things) if (spent.has(ownerRole)) things.delete(key);
      for (const role of spent) people.delete(role);
      spent.clear();
    },
  };
}

async function addToCast(testApp: TestApp, role: CastRole): Promise<TestPerson> {
  const person = await testApp.person(`${role.toLowerCase()}${++newcomers}`, NEWCOMERS[role]);
  if (role !== "removed") return person;
  const desk = await person.onAnotherDevice();
  const lost = (await desk.call(accountRoutes.devices)).find((device) => !device.is_this_device);
  await desk.call(accountRoutes.removeDevice, { params: { id: lost?.id ?? "" } });
  return person;
}

/** A removed device gets 401 whoever owns the resource. */
function ownerRoleOf({ role, target }: Wanted): CastRole {
  return target === "own" && role !== "visitor" && role !== "removed" ? role : "other";
}

function toKey(wanted: Wanted): string {
  return [ownerRoleOf(wanted), wanted.target, wanted.kind].join(" ");
}

function makeThing(
  testApp: TestApp,
  owner: TestPerson,
  kind: Kind,
  target: Exclude<Target, "missing">,
): Promise<string> {
  return kind === "channel" && target !== "own"
    ? newChannel(testApp, target)
    : makeThingOf(testApp, owner, kind, target);
}

function missingIdOf(kind: Kind): string {
  if (kind === "upload" || kind === "sent picture") return randomBytes(16).toString("hex");
  if (kind === "job") return "job-999999999999";
  if (kind === "category") return "999999";
  return kind === "referral link" ? "NOBODYS2" : randomUUID();
}

/** Creates a resource of an owner. @returns its id */
export async function makeThingOf(
  testApp: TestApp,
  owner: TestPerson,
  kind: Kind,
  target: Exclude<Target, "missing">,
): Promise<string> {
  if (kind === "username") return owner.name;
  if (kind === "account") return owner.accountId;
  if (kind === "job") return queueJob(testApp);
  if (kind === "category") return String(testApp.categoryId);
  if (kind === "announcement") return addAnnouncement(testApp);
  if (kind === "slot") return addSlot(testApp);
  if (kind === "channel") return owner.channelId;
  if (kind === "device") return newDevice(owner);
  if (kind === "payment method") return addTestCard(owner);
  if (kind === "invoice") return payForPlan(owner);
  if (kind === "referral link")
    return (await owner.call(referralRoutes.addLink, { body: { label: randomUUID() } })).code;
  if (kind === "upload") return uploadBytes(owner, Buffer.from("a file"));
  if (kind === "sent picture") return addSentPicture(testApp, owner);
  if (kind === "comment") return addComment(testApp, owner, target);
  if (kind === "notification") return addNotification(testApp, owner);
  if (kind === "film note") return addNote(testApp, owner, target);
  const state = kind === "failed content" && target !== "public" ? "failed" : "ready";
  const visibility = target === "private" ? "private" : "public";
  const type = kind === "document" ? "document" : "video";
  const { id } = await testApp.publishes(owner, "A thing", { type, state, visibility });
  if (kind === "captioned content") await sendCaptions(owner, id, "WEBVTT\n\n00:01.000 --> 00:02.000\nGo!\n");
  return id;
}

/** A note of the owner on their own video; a public one is shared. */
async function addNote(testApp: TestApp, owner: TestPerson, target: Target): Promise<string> {
  const { id } = await testApp.publishes(owner, "Filmed");
  const body = { from_ms: 0, to_ms: 500, text: "Watch this", drawing: [], is_shared: target === "public" };
  return (await owner.call(filmNoteRoutes.add, { params: { id }, body })).id;
}

/** The owner's comment on their own item. */
async function addComment(testApp: TestApp, owner: TestPerson, target: Target): Promise<string> {
  const { id } = await testApp.publishes(owner, "Talked about", {
    visibility: target === "private" ? "private" : "public",
  });
  return (await owner.call(commentRoutes.add, { params: { id }, body: { text: "Well rowed" } })).id;
}

async function addSentPicture({ deps: { pool } }: TestApp, { accountId }: TestPerson): Promise<string> {
  const id = randomBytes(16).toString("hex");
  await pool.query("insert into pictures (id, account_id) values ($1, $2)", [id, accountId]);
  return id;
}

async function addNotification(testApp: TestApp, { accountId }: TestPerson): Promise<string> {
  const { rows } = await testApp.deps.pool.query<{ id: string }>(
    `insert into notifications (id, account_id, kind, cause) values (uuidv7(), $1, 'follow', gen_random_uuid()::text)
     returning id`,
    [accountId],
  );
  return rows[0]?.id ?? "";
}

async function addAnnouncement({ deps: { pool } }: TestApp): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "insert into announcements (id, title) values (uuidv7(), 'Kick-off') returning id",
  );
  return rows[0]?.id ?? "";
}

async function addSlot({ deps: { pool } }: TestApp): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into slots (id, place, alt, link, position, picture_key, is_active)
     values (uuidv7(), 'watch', 'Shoes', '/explore', 1, 'slots/a/b.webp', true) returning id`,
  );
  return rows[0]?.id ?? "";
}

/** One that no worker knows. */
async function queueJob({ deps: { pool } }: TestApp): Promise<string> {
  const { rows } = await pool.query<{ id: string }>("select id::text from graphile_worker.add_job('testing:nothing')");
  return `job-${rows[0]?.id}`;
}

async function newChannel(testApp: TestApp, target: Target): Promise<string> {
  const owner = await testApp.person(`channel${++channels}`, { plan: "Team" });
  if (target === "private") await hideChannelOf(testApp.deps.sql, owner.accountId, "deactivation");
  return owner.channelId;
}

async function newDevice(owner: TestPerson): Promise<string> {
  const device = await owner.onAnotherDevice();
  const devices = await device.call(accountRoutes.devices);
  return devices.find((one) => one.is_this_device)?.id ?? "";
}

export type MatrixCall = { method: string; path: string; body: Record<string, unknown> | null; file: FilePart | null };

/** The request to a route about a resource. */
export function toCall(route: Route, line: MatrixLine, id: string, categoryId: number): MatrixCall {
  const code = line.of === "referral link" ? id : "NOBODYS2";
  const things = { id, account: ANY_ID, token: "A".repeat(43), code };
  const params = { ...things, plan: "Individual", language: "en", type: "card", contentType: "video", year: 2026 };
  return {
    method: route.method,
    path: toPath(route, { params }),
    body: line.body?.(id, categoryId) ?? null,
    file: route.file,
  };
}

export function send(asker: Caller, call: MatrixCall): ReturnType<Caller["send"]> {
  if (call.file && !call.file.isOptional) return asker.send(call.method, call.path, toMultipart(call.file));
  return asker.send(call.method, call.path, call.body === null ? {} : { body: call.body });
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function toMultipart(part: FilePart) {
  const boundary = "a-line-between-parts";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part.field}"; filename="a.png"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), Buffer.from(PIXEL, "base64"), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}
