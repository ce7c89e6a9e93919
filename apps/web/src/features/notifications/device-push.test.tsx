import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { answerWith, renderWithQueries, type Sent } from "#testing/page-parts.tsx";
import { DevicePush } from "./device-push.tsx";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1";
const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36";
const PUBLIC_KEY = "AQID";

type Answer = "granted" | "denied" | "default";
type Push = { endpoint: string; unsubscribe(): Promise<void>; options: object; toJSON(): object };

/** A browser with push, whose user answers the permission prompt like this. */
function openBrowser(more: { permission?: Answer; answer?: Answer; isReached?: boolean } = {}) {
  let current: Push | null = null;
  let isRegistered = false;
  const subscription: Push = {
    endpoint: "https://push.example.org/a",
    options: { applicationServerKey: Uint8Array.from([1, 2, 3]).buffer },
    unsubscribe: async () => {
      current = null;
    },
    toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: "p", auth: "a" } }),
  };
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      if (more.isReached === false) throw new DOMException("push service not available", "AbortError");
      current = subscription;
      return subscription;
    },
  };
  const registration = {
    pushManager,
    getNotifications: async () => [],
    unregister: async () => {
      isRegistered = false;
    },
  };
  const serviceWorker = {
    ready: Promise.resolve(registration),
    getRegistration: async () => (isRegistered ? registration : undefined),
    register: async () => {
      isRegistered = true;
    },
  };
  const requestPermission = vi.fn(async () => more.answer ?? "granted");
  vi.stubGlobal("navigator", { userAgent: DESKTOP, maxTouchPoints: 0, onLine: true, serviceWorker });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal(
    "Notification",
    Object.assign(class {}, { permission: more.permission ?? "default", requestPermission }),
  );
  return { requestPermission, isRegistered: () => isRegistered };
}

let isOn = false;
let sent: Sent[] = [];

beforeEach(() => {
  isOn = false;
  vi.stubGlobal("isSecureContext", true);
  // Only reading has no body, and only its reply has data.
  sent = answerWith(() => (sent.at(-1)?.body === undefined ? { public_key: PUBLIC_KEY, is_on: isOn } : null));
});

const toggle = () => screen.findByRole("switch", { name: "Show notifications on this device" });

describe("where push is not available, it says what to do", () => {
  test.each([
    [IPHONE, 5, "Add Fieldhouse to your home screen first."],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", 5, "Add Fieldhouse to your home screen first."],
    [DESKTOP, 0, "Not available in this browser."],
  ])("on %s", async (userAgent, maxTouchPoints, title) => {
    vi.stubGlobal("navigator", { userAgent, maxTouchPoints, onLine: true });
    renderWithQueries(<DevicePush />);
    await screen.findByText(title);
    expect(screen.queryByRole("switch")).toBeNull();
  });

  test("without a secure connection, or after they were blocked", async () => {
    openBrowser({ permission: "denied" });
    const { unmount } = renderWithQueries(<DevicePush />);
    await screen.findByText("Blocked by this browser.");
    unmount();
    vi.stubGlobal("isSecureContext", false);
    renderWithQueries(<DevicePush />);
    await screen.findByText("Notifications need a secure connection (https).");
  });
});

describe("the switch", () => {
  test("asks for nothing until it is used, then subscribes this browser, and unsubscribes it", async () => {
    const browser = openBrowser();
    renderWithQueries(<DevicePush />);
    await toggle();
    expect([browser.requestPermission.mock.calls.length, browser.isRegistered()]).toEqual([0, false]);
    isOn = true;
    await userEvent.click(await toggle());
    await screen.findByRole("button", { name: "Send a test notification" });
    expect(sent).toContainEqual({
      path: "/api/v1/push-subscription",
      body: { endpoint: "https://push.example.org/a", p256dh: "p", auth: "a" },
    });
    isOn = false;
    await userEvent.click(await toggle());
    await waitFor(() => expect(browser.isRegistered()).toBe(false));
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("says that permission was not given, or that the push service could not be reached", async () => {
    openBrowser({ answer: "default" });
    const { unmount } = renderWithQueries(<DevicePush />);
    await userEvent.click(await toggle());
    await screen.findByText(/Turn this on again to be asked once more/);
    unmount();
    openBrowser({ isReached: false });
    renderWithQueries(<DevicePush />);
    await userEvent.click(await toggle());
    await screen.findByText(/push service could not be reached/);
    expect(sent.map(({ body }) => body).filter(Boolean)).toEqual([]);
  });
});
