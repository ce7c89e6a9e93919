import { randomUUID } from "node:crypto";
import {
  SIGN_UP_DRAFT_ATTEMPTS,
  SIGN_UP_DRAFT_DAYS,
  SIGN_UP_DRAFT_MESSAGES,
  type SignUpDraft,
  signUpDraft,
} from "@app/contract/sign-up-drafts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isSurelyOldEnough } from "#modules/identity/accounts/age.policy.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import {
  countWrongAttempt,
  type DraftRow,
  deleteDraft,
  deleteExpiredDrafts,
  insertDraft,
  replaceEncryptedProfile,
  selectDraft,
  selectEncryptedProfiles,
  updateDraft,
} from "./sign-up-drafts.sql.ts";

export const encryptedSignUps: EncryptedColumn = {
  name: "sign_up_drafts.encrypted_draft",
  purposeOf: draftPurposeOf,
  select: selectEncryptedProfiles,
  replace: replaceEncryptedProfile,
};

const NAME = "__Host-fieldhouse_sign_up";

const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

/** @returns when this browser's form was last saved; null when nothing of it is */
export async function findDraft(deps: Pick<Deps, "sql">, token: string | undefined): Promise<Date | null> {
  const row = token ? await selectDraft(deps.sql, hashToken(token)) : null;
  return row?.saved_at ?? null;
}

/**
 * Gives back what was typed, to whoever knows the address in it: a browser may be shared. What cannot be opened, or was
 * typed under rules that no longer hold, is typed anew.
 * @throws AppError `invalid_input` on `email`; `gone` nothing is saved, or too many addresses were tried
 */
export async function continueDraft(
  deps: Pick<Deps, "sql" | "secrets">,
  token: string | undefined,
  email: string,
): Promise<SignUpDraft> {
  const row = token ? await selectDraft(deps.sql, hashToken(token)) : null;
  const draft = row && readDraft(deps, row);
  if (!row || !draft) throw new AppError("gone", SIGN_UP_DRAFT_MESSAGES.gone);
  if (toComparable(draft.email) === toComparable(email)) return draft;
  const attempts = await countWrongAttempt(deps.sql, row.id);
  if (attempts < SIGN_UP_DRAFT_ATTEMPTS) throw fieldError("email", SIGN_UP_DRAFT_MESSAGES.wrongEmail);
  await discardDraft(deps, token);
  throw new AppError("gone", SIGN_UP_DRAFT_MESSAGES.gone);
}

function readDraft(deps: Pick<Deps, "secrets">, row: DraftRow): SignUpDraft | null {
  try {
    const opened = signUpDraft.safeParse(JSON.parse(deps.secrets.decrypt(draftPurposeOf(row.id), row.encrypted_draft)));
    return opened.data ?? null;
  } catch {
    return null;
  }
}

function toComparable(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Saves what stands in the form, once it cannot be a child's and holds the address by which it is given back.
 * @returns the token that it is saved under from now on: a new one for a token that names none; null when nothing is saved
 */
export async function saveDraft(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  token: string | undefined,
  draft: SignUpDraft,
): Promise<string | null> {
  if (!isSurelyOldEnough(draft.date_of_birth, deps.now()) || toComparable(draft.email) === "") {
    await discardDraft(deps, token);
    return null;
  }
  const row = token ? await selectDraft(deps.sql, hashToken(token)) : null;
  const id = row?.id ?? randomUUID();
  const sealed = deps.secrets.encrypt(draftPurposeOf(id), JSON.stringify(draft));
  if (token && row) {
    await updateDraft(deps.sql, { id, sealed, days: SIGN_UP_DRAFT_DAYS });
    return token;
  }
  const fresh = newToken();
  await insertDraft(deps.sql, { id, tokenHash: hashToken(fresh), sealed, days: SIGN_UP_DRAFT_DAYS });
  return fresh;
}

export async function discardDraft(deps: Pick<Deps, "sql">, token: string | undefined): Promise<void> {
  if (token) await deleteDraft(deps.sql, hashToken(token));
}

export async function purgeExpiredDrafts(deps: Pick<Deps, "sql">): Promise<void> {
  await deleteExpiredDrafts(deps.sql);
}

/** Bound to its row: the bytes of one open in no other. */
export function draftPurposeOf(id: string): string {
  return `sign-up-draft ${id}`;
}

export function draftToken(request: FastifyRequest): string | undefined {
  return request.cookies[NAME];
}

export function setDraftCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(NAME, token, { ...COOKIE, maxAge: SIGN_UP_DRAFT_DAYS * 86_400 });
}

export function clearDraftCookie(reply: FastifyReply): void {
  reply.clearCookie(NAME, COOKIE);
}

/** Of a child who sends the form nothing stays behind, also of what was typed with another date of birth before. */
export async function endDraftOfChild(
  deps: Pick<Deps, "sql" | "now">,
  request: FastifyRequest,
  reply: FastifyReply,
  dateOfBirth: string,
): Promise<void> {
  if (!isSurelyOldEnough(dateOfBirth, deps.now())) await endSignUpDraft(deps, request, reply);
}

/** Whoever has signed up, signed in or given up leaves nothing of the Sign Up form behind, here or at this browser. */
export async function endSignUpDraft(
  deps: Pick<Deps, "sql">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = draftToken(request);
  if (token === undefined) return;
  await discardDraft(deps, token);
  clearDraftCookie(reply);
}
