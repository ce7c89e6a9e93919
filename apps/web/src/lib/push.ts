import type { PushSubscription as Subscription } from "@app/contract/web-push";

const WORKER = "/push-worker.js";
/** Without a network, browsers wait for their vendor's push service for ever. */
const SUBSCRIBE_LIMIT_MS = 30_000;

/** Why notifications cannot be switched on here. */
export type PushObstacle = "insecure" | "home-screen" | "unsupported" | "blocked";

/** @returns null if nothing stands in the way */
export function findPushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return "insecure";
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isSupported) return isAppleTouchDevice() && !isInstalled() ? "home-screen" : "unsupported";
  return Notification.permission === "denied" ? "blocked" : null;
}

/** iPads say that they are Macs, which have no touch screens. */
function isAppleTouchDevice(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** This browser's subscription, if it was made with this key. */
export async function readPushSubscription(publicKey: string): Promise<Subscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = (await registration?.pushManager?.getSubscription()) ?? null;
  const key = subscription?.options.applicationServerKey;
  return subscription && key && toBase64Url(key) === publicKey ? toBody(subscription) : null;
}

/**
 * Asks for permission; browsers allow that only in a click.
 * @returns null if the person refused
 * @throws Error the push service could not be reached
 */
export async function subscribeToPush(publicKey: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const earlier = await navigator.serviceWorker.getRegistration();
  await (await earlier?.pushManager.getSubscription())?.unsubscribe();
  await navigator.serviceWorker.register(toScriptUrl(WORKER));
  const { pushManager } = await navigator.serviceWorker.ready;
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("timeout")), SUBSCRIBE_LIMIT_MS));
  const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return toBody(await Promise.race([subscribing, timeout]));
}

function toBody(subscription: PushSubscription): Subscription {
  const { endpoint, keys = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" };
}

function toBase64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

type Policies = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
};

/** Trusted Types forbid string script URLs. */
function toScriptUrl(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: Policies };
  return trustedTypes?.createPolicy("push-worker", { createScriptURL: () => url }).createScriptURL(url) ?? url;
}
