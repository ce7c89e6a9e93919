import { SIGN_UP_DRAFT_DAYS } from "@app/contract/sign-up-drafts";
import type { FastifyReply, FastifyRequest } from "fastify";

const NAME = "__Host-fieldhouse_sign_up";
const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

export function draftToken(request: FastifyRequest): string | undefined {
  return request.cookies[NAME];
}

export function setDraftCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(NAME, token, { ...COOKIE, maxAge: SIGN_UP_DRAFT_DAYS * 86_400 });
}

export function clearDraftCookie(reply: FastifyReply): void {
  reply.clearCookie(NAME, COOKIE);
}
