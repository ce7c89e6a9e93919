import { REGISTRATION_DAYS } from "@app/contract/earners";
import type { FastifyReply } from "fastify";

export const REGISTRATION_COOKIE = "__Host-fieldhouse_registration";
const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

export function setRegistrationCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(REGISTRATION_COOKIE, token, { ...COOKIE, maxAge: REGISTRATION_DAYS * 86_400 });
}

export function forgetRegistrationCookie(reply: FastifyReply): void {
  reply.clearCookie(REGISTRATION_COOKIE, COOKIE);
}
