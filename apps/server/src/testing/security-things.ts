import { randomBytes, randomUUID } from "node:crypto";
import { accountRoutes } from "@app/contract/accounts";
import type { FilePart, Route } from "@app/contract/http";
import { hideChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { addTestCard, payForPlan } from "./billing.ts";
import type { Caller } from "./caller.ts";
import { toPath } from "./caller.ts";
import type { Kind, MatrixLine, Role, Target } from "./matrix-words.ts";
import type { StagePerson } from "./people.ts";
import type { Stage } from "./stage.ts";
import { uploadBytes } from "./tus.ts";

export type Cast = Record<Exclude<Role, "visitor">, StagePerson> & { visitor: Caller; other: StagePerson };

let casts = 0;
let channels = 0;

/** People who have nothing to do with those of another route. */
export async function openCast(stage: Stage): Promise<Cast> {
  const at = ++casts;
  const removed = await stage.person(`removed${at}`, { plan: "Individual" });
  const general = await stage.person(`general${at}`);
  const earner = await stage.person(`earner${at}`, { plan: "Individual" });
  const staff = await stage.person(`staff${at}`, { staffRole: "admin" });
  const other = await stage.person(`other${at}`, { plan: "Team" });
  const desk = await removed.onAnotherDevice();
  const lost = (await desk.call(accountRoutes.devices)).find((device) => !device.is_this_device);
  await desk.call(accountRoutes.removeDevice, { params: { id: lost?.id ?? "" } });
  return { visitor: stage.visitor, general, earner, staff, removed, other };
}

/** The id of a thing of this kind, as `target` says from where `asker` stands. */
export async function makeThing(
  stage: Stage,
  cast: Cast,
  kind: Kind,
  { role, target }: { role: Role; target: Target },
): Promise<string> {
  if (target === "missing") return kind === "upload" ? randomBytes(16).toString("hex") : randomUUID();
  // Somebody whose device was removed can send nothing: whose thing it is makes no difference.
  const owner = target === "own" && role !== "visitor" && role !== "removed" ? cast[role] : cast.other;
  if (kind === "channel" && target !== "own") return newChannel(stage, target);
  return makeThingOf(stage, owner, kind, target);
}

/** The same for a thing that is there, and whose owner is known. */
export async function makeThingOf(
  stage: Stage,
  owner: StagePerson,
  kind: Kind,
  target: Exclude<Target, "missing">,
): Promise<string> {
  if (kind === "username") return owner.name;
  if (kind === "channel") return owner.channelId;
  if (kind === "device") return newDevice(owner);
  if (kind === "payment method") return addTestCard(owner);
  if (kind === "invoice") return payForPlan(owner);
  if (kind === "upload") return uploadBytes(owner, Buffer.from("a file"));
  const state = kind === "failed content" && target !== "public" ? "failed" : "ready";
  const visibility = target === "private" ? "private" : "public";
  return (await stage.publishes(owner, "A thing", { state, visibility })).id;
}

async function newChannel(stage: Stage, target: Target): Promise<string> {
  const owner = await stage.person(`channel${++channels}`, { plan: "Team" });
  if (target === "private") await hideChannelOf(stage.deps.sql, owner.accountId, "deactivation");
  return owner.channelId;
}

async function newDevice(owner: StagePerson): Promise<string> {
  const device = await owner.onAnotherDevice();
  const devices = await device.call(accountRoutes.devices);
  return devices.find((one) => one.is_this_device)?.id ?? "";
}

export type MatrixCall = { method: string; path: string; body: Record<string, unknown> | null; file: FilePart | null };

/** What to send to a route about a thing. */
export function toCall(route: Route, line: MatrixLine, id: string, categoryId: number): MatrixCall {
  const params = { id, type: "card", contentType: "video", token: "A".repeat(43), code: "NOBODYS2" };
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
