import { BRAND } from "@app/contract/brand";
import { describe, expect, test } from "vitest";
import type { MailDraft } from "./mail.ts";
import { toLetter } from "./mail-layout.ts";

const DRAFT: MailDraft = {
  to: "maya@people.test",
  subject: "Please verify your address",
  heading: "One more step",
  paragraphs: ["Hello maya,", "open this to go on."],
  button: { label: "Verify", url: "https://fieldhouse.test/email-verification/abc?x=1&y=2" },
  reason: "You signed up.",
};

describe("a mail as it leaves", () => {
  test("says the same as markup and as text, with the brand, the one thing to do and where to ask", () => {
    const letter = toLetter("0197", DRAFT);
    expect(letter).toMatchObject({ id: "0197", to: "maya@people.test", subject: "Please verify your address" });
    expect(letter.links).toEqual(["https://fieldhouse.test/email-verification/abc?x=1&y=2"]);
    for (const part of [
      BRAND.name,
      "One more step",
      "Hello maya,",
      "open this to go on.",
      "Verify",
      "You signed up.",
      BRAND.supportEmail,
    ]) {
      expect(letter.html).toContain(part);
      expect(letter.text).toContain(part);
    }
    expect(letter.text).toContain("https://fieldhouse.test/email-verification/abc?x=1&y=2\n");
    expect(letter.html).toContain('href="https://fieldhouse.test/email-verification/abc?x=1&amp;y=2"');
  });

  test("no word of it becomes markup, wherever a person typed it", () => {
    const evil = `<img src=x onerror="alert(1)">'&"</title><script>`;
    const letter = toLetter("0197", {
      ...DRAFT,
      subject: `Hi ${evil}`,
      heading: evil,
      paragraphs: [evil],
      button: { label: evil, url: `https://fieldhouse.test/?q="><script>` },
      reason: evil,
    });
    expect(letter.html).not.toMatch(/<img|<script/);
    expect(letter.html.match(/onerror=&quot;/g)?.length).toBe(5);
    expect(letter.text).toContain(evil);
  });

  test("a subject is one line, so that nothing can be written below it", () => {
    expect(toLetter("0197", { ...DRAFT, subject: " Hello\r\nBcc: everybody@people.test " }).subject).toBe(
      "Hello Bcc: everybody@people.test",
    );
  });

  test("without a button there is nothing to open", () => {
    const letter = toLetter("0197", { ...DRAFT, button: null });
    expect(letter.links).toEqual([]);
    expect(letter.html).not.toContain("<a ");
  });
});
