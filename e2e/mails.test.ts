import { expect, test } from "vitest";
import { renderEmail } from "../apps/server/src/platform/mail/send-email.ts";
import { MAIL_SAMPLES } from "../apps/server/src/testing/mail-samples.ts";
import { openBrowser, visit } from "./testing/browser.ts";
import { lookAtMail } from "./testing/look.ts";

const browser = await openBrowser();

test.each([
  { width: 360, scheme: "dark" as const },
  { width: 1440, scheme: "light" as const },
])("every email is readable at $width px in a $scheme mail program, and nothing overflows", async (way) => {
  const { context, page } = await visit(browser, { ...way, height: 700 });
  const mails = Object.entries(MAIL_SAMPLES);
  expect(mails).not.toEqual([]);
  for (const [name, draft] of mails) {
    await page.setContent(renderEmail("0190a1b2-0000-7000-8000-000000000000", draft).html);
    await lookAtMail(page, `mail-${name}`);
  }
  await context.close();
});
