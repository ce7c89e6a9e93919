import { randomUUID } from "node:crypto";
import {
  SIGN_UP_DRAFT_ATTEMPTS,
  SIGN_UP_DRAFT_DAYS,
  SIGN_UP_DRAFT_MESSAGES,
  type SignUpDraft,
  signUpDraft,
} from "@app/contract/sign-up-drafts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isCertainlyOldEnough } from "#modules/identity/accounts/age.policy.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import {
  countWrongAttempt,
  type DraftRow,
  deleteDraft,
  deleteExpiredDrafts,
  insertDraft,
  replaceEncryptedDraft,
  selectDraft,
  selectEncryptedDrafts,
  updateDraft,
} from "./sign-up-drafts.sql.ts";

const COOKIE_NAME = "__Host-fieldhouse_sign_up";
const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

export const encryptedSignUpDrafts: EncryptedColumn = {
  name: "sign_up_drafts.encrypted_draft",
  purposeOf: draftPurpose,
  select: selectEncryptedDrafts,
  replace: replaceEncryptedDraft,
};

/** @returns when the form of this browser was last saved; null if it was not */
export async function findSavedAt(deps: Pick<Deps, "sql">, token: string | undefined): Promise<Date | null> {
  const row = token ? await selectDraft(deps.sql, hashToken(token)) : null;
  return row?.saved_at ?? null;
}

/**
 * Returns the draft to whoever knows the email address in it, because browsers are shared. A draft that cannot be
 * decrypted, or no longer fits the schema, is lost.
 * @throws AppError `invalid_input` on `email`; `gone` if nothing is saved, or after too many wrong addresses
 */
export async function continueDraft(
  deps: Pick<Deps, "sql" | "secrets">,
  token: string | undefined,
  email: string,
): Promise<SignUpDraft> {
  const row = token ? await selectDraft(deps.sql, hashToken(token)) : null;
  const draft = row && decryptDraft(deps, row);
  if (!row || !draft) throw new AppError("gone", SIGN_UP_DRAFT_MESSAGES.gone);
  if (toComparable(draft.email) === toComparable(email)) return draft;
  const attempts = await countWrongAttempt(deps.sql, row.id);
  if (attempts < SIGN_UP_DRAFT_ATTEMPTS) throw fieldError("email", SIGN_UP_DRAFT_MESSAGES.wrongEmail);
  await discardDraft(deps, token);
  throw new AppError("gone", SIGN_UP_DRAFT_MESSAGES.gone);
}

function decryptDraft(deps: Pick<Deps, "secrets">, row: DraftRow): SignUpDraft | null {
  try {
    const parsed = signUpDraft.safeParse(JSON.parse(deps.secrets.decrypt(draftPurpose(row.id), row.encrypted_draft)));
    return parsed.data ?? null;
  } catch {
    return null;
  }
}

/**
 * Saves the form, provided that it cannot be a child's and has an email address to ask for later.
 * @returns the token of the draft, which is new if `token` has none; null if nothing was saved
 */
export async function saveDraft(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  token: string | undefined,
  draft: SignUpDraft,
): Promise<string | null> {
  if (!isCertainlyOldEnough(draft.date_of_birth, deps.now()) || toComparable(draft.email) === "") {
    await discardDraft(deps, token);
    return null;
  }
  const row = token ? await selectDraft(deps.sql, hashToken(token)) : null;
  const id = row?.id ?? randomUUID();
  const encrypted = deps.secrets.encrypt(draftPurpose(id), JSON.stringify(draft));
  if (token && row) {
    await updateDraft(deps.sql, { id, encrypted, days: SIGN_UP_DRAFT_DAYS });
    return token;
  }
  const fresh = newToken();
  await insertDraft(deps.sql, { id, tokenHash: hashToken(fresh), encrypted, days: SIGN_UP_DRAFT_DAYS });
  return fresh;
}

/** Binds the encrypted bytes to their row: in another row they do not decrypt. */
function draftPurpose(id: string): string {
  return `sign-up-draft ${id}`;
}

function toComparable(email: string): string {
  return email.trim().toLowerCase();
}

/** For a submitted form: also discards what was entered before with an earlier date of birth. */
export async function discardDraftOfChild(
  deps: Pick<Deps, "sql" | "now">,
  request: FastifyRequest,
  reply: FastifyReply,
  dateOfBirth: string,
): Promise<void> {
  if (!isCertainlyOldEnough(dateOfBirth, deps.now())) await discardSignUpDraft(deps, request, reply);
}

/** For somebody who has signed up, signed in or canceled: deletes the draft here and the cookie in the browser. */
export async function discardSignUpDraft(
  deps: Pick<Deps, "sql">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = readDraftCookie(request);
  if (token === undefined) return;
  await discardDraft(deps, token);
  clearDraftCookie(reply);
}

async function discardDraft(deps: Pick<Deps, "sql">, token: string | undefined): Promise<void> {
  if (token) await deleteDraft(deps.sql, hashToken(token));
}

export async function purgeExpiredDrafts(deps: Pick<Deps, "sql">): Promise<void> {
  await deleteExpiredDrafts(deps.sql);
}

export function readDraftCookie(request: FastifyRequest): string | undefined {
  return request.cookies[COOKIE_NAME];
}

export function setDraftCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE_NAME, token, { ...COOKIE, maxAge: SIGN_UP_DRAFT_DAYS * 86_400 });
}

export function clearDraftCookie(reply: FastifyReply): void {
  reply.clearCookie(COOKIE_NAME, COOKIE);
}

export const purgeSignUpDraftsJob = defineJob({
  name: "sign-up-drafts:purge",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "33 * * * *",
  run: (deps) => purgeExpiredDrafts(deps),
});
