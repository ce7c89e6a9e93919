import { accountRoutes, type credentials, LOGIN_MESSAGES, type Session, type UserCard } from "@app/contract/accounts";
import { MESSAGES } from "@app/contract/errors";
import { useEffect } from "react";
import type { z } from "zod";
import { setAccessToken } from "./access-token.ts";
import { call, callWithMessage } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { refreshToken } from "./refresh.ts";
import { SESSION_KEY, setUser, useSessionStore } from "./session-store.ts";
import { toast } from "./toast.ts";

const RESTORE_TIMEOUT_MS = 5_000;

type Credentials = { [Field in keyof typeof credentials]: z.input<(typeof credentials)[Field]> };

/** The signed-in person, or null for a visitor. */
export function useUser(): UserCard | null {
  return useSessionStore((state) => state.user);
}

export function getUser(): UserCard | null {
  return useSessionStore.getState().user;
}

/**
 * Brings back what an earlier visit left: the person's card, and a token for it. Waits at most 5 s; the page is
 * drawn only afterwards. When nobody could say whether the session holds, the card stays and the next call asks again.
 */
export async function restoreSession(): Promise<void> {
  // A write from an older tab must not bring a session back that was ended in another.
  window.addEventListener("storage", followOtherTabs);
  if (getUser() === null) return;
  const tooLate = new Promise<void>((resolve) => setTimeout(resolve, RESTORE_TIMEOUT_MS));
  await Promise.race([tooLate, refreshToken().catch(forgetWhenOver)]);
}

/**
 * @throws ApiError 422 wrong password; 403 address not verified, or more than the password is asked for; 429 too many
 * attempts
 */
export async function signIn(values: Credentials & { code?: string | undefined }): Promise<UserCard> {
  return welcome(await callWithMessage(accountRoutes.login, { body: { ...values, ...thisDevice() } }));
}

/** @param reply of a call by which somebody has signed in */
export function welcome({ data, message }: { data: Session; message: string }): UserCard {
  takeSession(data);
  // Anything but the usual is news: signing in has undone a deletion.
  if (message !== LOGIN_MESSAGES.success) toast.info(message);
  return data.users;
}

/** What a call that signs somebody in says about this browser. */
export function thisDevice(): { device_id: string; device_name: string; ip_address: null } {
  return {
    device_id: useSessionStore.getState().deviceId,
    device_name: navigator.userAgent.slice(0, 500),
    ip_address: null,
  };
}

/** From now on this browser is the person's that the server has just signed in. */
export function takeSession({ access_token, users }: Session): void {
  setAccessToken(access_token);
  setUser(users);
}

let isUnderWay = false;

/** The session is being ended on this page: being told so is no news. */
export function isSigningOut(): boolean {
  return isUnderWay;
}

/** Does something that ends every session of the person, this one included. */
export async function whileSigningOut<T>(action: () => Promise<T>): Promise<T> {
  isUnderWay = true;
  try {
    return await action();
  } catch (error) {
    isUnderWay = false;
    throw error;
  }
}

/** Ends the session here in every case, tells the server if it can, and loads the page anew. */
export async function signOut(): Promise<void> {
  isUnderWay = true;
  try {
    await call(accountRoutes.logout);
  } catch (error) {
    // A session that was over already needs no telling.
    if (!isOver(error)) toast.afterReload("error", MESSAGES.logoutFailed);
  }
  setAccessToken(null);
  setUser(null);
  window.location.reload();
}

function forgetWhenOver(error: unknown): void {
  if (isOver(error)) setUser(null);
}

function isOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

let formsOfVisitors = 0;

/** For a form of somebody who signs up: verifying the address in another tab signs in here too, and must not clear it. */
export function useKeepOnSignIn(): void {
  useEffect(() => {
    formsOfVisitors++;
    return () => {
      formsOfVisitors--;
    };
  }, []);
}

/** Somebody signed in or out in another tab: this one must not go on showing the other person's pages. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== SESSION_KEY) return;
  const before = getUser()?.id;
  void Promise.resolve(useSessionStore.persist.rehydrate()).then(() => {
    if (getUser()?.id === before) return;
    setAccessToken(null);
    if (before === undefined && formsOfVisitors > 0) return;
    window.location.reload();
  });
}
