import { BRAND } from "@app/contract/brand";
import { describe, expect, test } from "vitest";
import type { EmailContent } from "./mail.ts";
import { renderEmail } from "./send-email.ts";

const CONTENT: EmailContent = {
  to: "maya@people.test",
  subject: "Please verify your address",
  heading: "One more step",
  paragraphs: ["Hello maya,", "open this to continue."],
  button: { label: "Verify", url: "https://fieldhouse.test/email-verification/abc?x=1&y=2" },
  reason: "You signed up.",
};

describe("a rendered email", () => {
  test("has the same content as HTML and as text, with the brand, the button and the support address", () => {
    const email = renderEmail("0197", CONTENT);
    expect(email).toMatchObject({ id: "0197", to: "maya@people.test", subject: "Please verify your address" });
    expect(email.links).toEqual(["https://fieldhouse.test/email-verification/abc?x=1&y=2"]);
    for (const part of [
      BRAND.name,
      "One more step",
      "Hello maya,",
      "open this to continue.",
      "Verify",
      "You signed up.",
      BRAND.supportEmail,
    ]) {
      expect(email.html).toContain(part);
      expect(email.text).toContain(part);
    }
    expect(email.text).toContain("https://fieldhouse.test/email-verification/abc?x=1&y=2\n");
    expect(email.html).toContain('href="https://fieldhouse.test/email-verification/abc?x=1&amp;y=2"');
  });

  test("escapes all content", () => {
    const evil = `<img src=x onerror="alert(1)">'&"</title><script>`;
    const email = renderEmail("0197", {
      ...CONTENT,
      subject: `Hi ${evil}`,
      heading: evil,
      paragraphs: [evil],
      button: { label: evil, url: `https://fieldhouse.test/?q="><script>` },
      reason: evil,
    });
    expect(email.html).not.toMatch(/<img|<script/);
    expect(email.html.match(/onerror=&quot;/g)?.length).toBe(5);
    expect(email.text).toContain(evil);
  });

  test("lists items with what somebody wrote, and ends with the ways to unsubscribe", () => {
    const unsubscribe = { url: "https://f.test/u/1", allUrl: "https://f.test/u/2", settingsUrl: "https://f.test/s" };
    const items = [
      { text: "Leo <b>commented</b>", quote: "What a\nsave", url: "https://f.test/video/1?a=1&b=2" },
      { text: "… and 2 more", quote: null, url: null },
    ];
    const email = renderEmail("0197", { ...CONTENT, items, thread: "item", unsubscribe });
    expect(email.html).toContain('href="https://f.test/video/1?a=1&amp;b=2"');
    expect(email.html).toContain("Leo &lt;b&gt;commented");
    expect(email.text).toContain(
      "* Leo <b>commented</b>\nWhat a\nsave\nhttps://f.test/video/1?a=1&b=2\n\n* … and 2 more",
    );
    expect(email.links.slice(1)).toEqual([items[0]?.url, unsubscribe.url, unsubscribe.allUrl, unsubscribe.settingsUrl]);
    expect(email).toMatchObject({ thread: "item", headers: { "List-Unsubscribe": "<https://f.test/u/1>" } });
    expect(renderEmail("0197", CONTENT)).toMatchObject({ thread: null, headers: {} });
  });

  test("has a one-line subject, so that no header can be injected", () => {
    expect(renderEmail("0197", { ...CONTENT, subject: " Hello\r\nBcc: everybody@people.test " }).subject).toBe(
      "Hello Bcc: everybody@people.test",
    );
  });

  test("has no link without a button", () => {
    const email = renderEmail("0197", { ...CONTENT, button: null });
    expect(email.links).toEqual([]);
    expect(email.html).not.toContain("<a ");
  });
});
