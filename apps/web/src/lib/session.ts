import type { credentials, Session, UserCard } from "@app/contract/accounts";
import { LOGIN_MESSAGES, MESSAGES } from "@app/contract/errors";
import { useEffect } from "react";
import type { z } from "zod";
import { call, callWithMessage, refreshToken } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { clearOwnRegistration } from "./own-registration.ts";
import { clearOrphanedTexts } from "./personal-storage.ts";
import { clearExpiredSession, SESSION_KEY, setAccessToken, setUser, useSessionStore } from "./session-store.ts";
import { toast } from "./toast.ts";

const RESTORE_TIMEOUT_MS = 5_000;
/** Signing out does not wait for longer than this. */
const END_PUSH_LIMIT_MS = 1_000;

type Credentials = { [Field in keyof typeof credentials]: z.input<(typeof credentials)[Field]> };

/** The signed-in person, or null for a visitor. */
export function useUser(): UserCard | null {
  return useSessionStore((state) => state.user);
}

export function getUser(): UserCard | null {
  return useSessionStore.getState().user;
}

/**
 * Restores the session of an earlier visit before the first render. Waits at most 5 s: if the server has not replied by
 * then, the user card stays and the next call finds out.
 */
export async function restoreSession(): Promise<void> {
  // Otherwise a write from an older tab could restore a session that was ended in another one.
  window.addEventListener("storage", followOtherTabs);
  if (getUser() === null) return clearOrphanedTexts();
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, RESTORE_TIMEOUT_MS));
  await Promise.race([timeout, refreshToken().catch(endIfOver)]);
}

/**
 * @throws ApiError 422 wrong password; 403 email not verified, or a second factor is needed; 429 too many attempts
 */
export async function signIn(values: Credentials & { code?: string | undefined }): Promise<UserCard> {
  return completeSignIn(await callWithMessage("POST /login", { body: { ...values, ...thisDevice() } }));
}

/** Starts the session of a reply that signs someone in, and shows its message unless it is the usual one. */
export function completeSignIn({ data, message }: { data: Session; message: string }): UserCard {
  startSession(data);
  // Any other message is news, such as that signing in has canceled a deletion.
  if (message !== LOGIN_MESSAGES.success) toast.info(message);
  return data.users;
}

/** What calls that sign someone in send about this browser. */
export function thisDevice(): { device_id: string; device_name: string; ip_address: null } {
  return {
    device_id: useSessionStore.getState().deviceId,
    device_name: navigator.userAgent.slice(0, 500),
    ip_address: null,
  };
}

export function startSession({ access_token, users }: Session): void {
  // The previous person's session ended without a sign-out: the server has ended its subscription, this clears the
  // browser's.
  if (getUser()?.id !== users.id) endPush().catch(() => undefined);
  setAccessToken(access_token);
  setUser(users);
}

let isEnding = false;

/** True while this page ends its own session, so that the live event about it can be ignored. */
export function isSigningOut(): boolean {
  return isEnding;
}

/** Runs an action that ends all of the user's sessions, including this one. */
export async function whileSigningOut<T>(action: () => Promise<T>): Promise<T> {
  isEnding = true;
  try {
    return await action();
  } catch (error) {
    isEnding = false;
    throw error;
  }
}

/** Always ends the session in this browser, even if the server cannot be reached, and reloads the page. */
export async function signOut(): Promise<void> {
  isEnding = true;
  try {
    await call("POST /logout");
  } catch (error) {
    // A 401 means that the session was over already.
    if (!isOver(error)) toast.afterReload("error", MESSAGES.logoutFailed);
  }
  setAccessToken(null);
  setUser(null);
  await Promise.race([
    endPush().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, END_PUSH_LIMIT_MS)),
  ]);
  window.location.reload();
}

function endIfOver(error: unknown): void {
  if (isOver(error)) clearExpiredSession();
}

function isOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

let openSignUpForms = 0;

/** Keeps a sign-up form open when verifying the email in another tab signs this tab in as well. */
export function useKeepOnSignIn(): void {
  useEffect(() => {
    openSignUpForms++;
    return () => {
      openSignUpForms--;
    };
  }, []);
}

/** Reloads after someone signs in or out in another tab, so that this one does not show another person's pages. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== SESSION_KEY) return;
  const before = getUser()?.id;
  void Promise.resolve(useSessionStore.persist.rehydrate()).then(() => {
    if (getUser()?.id === before) return;
    setAccessToken(null);
    if (before === undefined && openSignUpForms > 0) return;
    if (before !== undefined) clearOwnRegistration();
    window.location.reload();
  });
}

/** Removes the worker, and with it the subscription and what is shown of it. Does nothing without one. */
export async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration === undefined) return;
  for (const notification of await registration.getNotifications()) notification.close();
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
  await registration.unregister();
}
