// Shows push messages and opens what they are about; registered when somebody switches notifications on. It handles no
// fetches and stores nothing, so no page is ever older than the product, and none of what a person saw stays here.
// A message is `pushMessage` of packages/contract/src/web-push.ts.

/** How long an open page has to reply. One that is stuck, or no page of ours, does not. */
const REPLY_LIMIT_MS = 1_000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Browsers require a notification for each message. Later messages of one group replace the earlier, without a sound. */
function show(data) {
  const { id, title, body, href } = read(data);
  return self.registration.showNotification(title, {
    body,
    tag: id ?? "fieldhouse",
    icon: "/icon-192.png",
    badge: "/badge-96.png",
    data: { id, href },
  });
}

function read(data) {
  try {
    return data.json();
  } catch {
    return { id: null, title: "Fieldhouse", body: "You have a new notification.", href: "/notification/" };
  }
}

/** In the page that was used last, or else in a new one. The page marks the notification as read. */
async function open({ id, href }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages.slice(0, 2)) {
    if (!(await canOpen(page, { id, href }))) continue;
    // Refused if the click is too long ago; the page has opened it all the same.
    await page.focus().catch(() => undefined);
    return;
  }
  const url = new URL(href, self.location.origin);
  if (id !== null) url.searchParams.set("notification", id);
  await self.clients.openWindow(url.href);
}

function canOpen(page, notification) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), REPLY_LIMIT_MS);
    page.postMessage({ type: "open-notification", ...notification }, [port2]);
  });
}
