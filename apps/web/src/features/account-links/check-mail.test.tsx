// Imported here, so that the first reply to be validated does not wait for it.
import "@app/contract/routes";
import type { QueryClient } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { CheckMail } from "./check-mail.tsx";

const SIGN_UP = { username: "maya", email: "maya@example.com", is_verified: false, is_disowned: false };

/** Fetches the sign-up again. The page is told of that in a task of its own. */
async function poll(queries: QueryClient): Promise<void> {
  await act(() => queries.invalidateQueries());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

test("a typed code stays when the sign-up cannot be fetched again", async () => {
  answerWith(() => ({ ...SIGN_UP, sent_at: null }));
  const { queries } = renderOnPage(<CheckMail onVerified={() => undefined} />);
  const code = await screen.findByLabelText<HTMLInputElement>("Code from the email");
  await userEvent.type(code, "1234");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await poll(queries);
  expect(queries.getQueryState(["sign-up-state"])?.status).toBe("error");
  expect(screen.getByLabelText("Code from the email")).toBe(code);
  expect(code.value).toBe("1234");
});

test("the reply to Resend stays, with the focus on its button, once the sign-up names the new email", async () => {
  let sentMs = Date.now() - 600_000;
  answerWith((path) => {
    if (!path.endsWith("/send-verification")) return { ...SIGN_UP, sent_at: new Date(sentMs).toISOString() };
    // By the server's clock, which is ten minutes ahead.
    sentMs = Date.now() + 600_000;
    return null;
  });
  const { queries } = renderOnPage(<CheckMail onVerified={() => undefined} />);
  const resend = await screen.findByRole("button", { name: "Resend" });
  await userEvent.click(resend);
  expect(await screen.findByText("OK")).toBeTruthy();
  await poll(queries);
  expect(screen.getByText("OK")).toBeTruthy();
  expect(document.activeElement).toBe(resend);
  expect(Number(/in (\d+) s/.exec(resend.textContent)?.[1])).toBeLessThanOrEqual(60);
});
