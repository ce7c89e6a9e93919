import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { emailContent } from "#platform/mail/mail.ts";
import { renderEmail } from "#platform/mail/send-email.ts";
import { MAIL_SAMPLES } from "./mail-samples.ts";

const MODULES = path.resolve(import.meta.dirname, "../modules");

describe("the emails", () => {
  test("are all among the samples", () => {
    const files = readdirSync(MODULES, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
    );
    const samples = readFileSync(path.join(import.meta.dirname, "mail-samples.ts"), "utf8");
    const makers = files.flatMap((file) =>
      [...readFileSync(path.join(MODULES, file), "utf8").matchAll(/export function (render\w+Email)\(/g)].map(
        ([, name = ""]) => name,
      ),
    );
    expect(makers).toContain("renderInvitationEmail");
    expect(makers.filter((name) => !samples.includes(`${name}(`))).toEqual([]);
  });

  test.each(Object.entries(MAIL_SAMPLES))("%s has the same, complete content as text and as HTML", (_name, draft) => {
    const email = renderEmail("0190a1b2-0000-7000-8000-000000000000", emailContent.parse(draft));
    for (const form of [email.text, email.html]) {
      expect(form).not.toMatch(/undefined|null|NaN|\[object|Invalid Date/);
      for (const link of email.links) expect(form).toContain(link.replaceAll("&", form === email.html ? "&amp;" : "&"));
    }
    expect(email.html).not.toContain("<b>Hale");
    const words = email.html.replace(/<(title|style)[^>]*>.*?<\/\1>/gs, " ").replace(/<[^>]+>/g, " ");
    for (const paragraph of draft.paragraphs) {
      expect(email.text).toContain(paragraph);
      expect(words.replace(/\s+/g, " ")).toContain(escaped(paragraph).replace(/\s+/g, " "));
    }
  });
});

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
