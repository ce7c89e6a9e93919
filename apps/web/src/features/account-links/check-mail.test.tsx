import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { SIGN_UP_DRAFT_MESSAGES } from "@app/contract/sign-up-drafts";
import type { QueryClient } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { markOwnRegistration } from "#lib/own-registration.ts";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { CheckMail } from "./check-mail.tsx";
import { VerifyEmail } from "./email-links.tsx";
import { UnverifiedHelp } from "./request-links.tsx";

const SIGN_UP = { username: "maya", email: "maya@example.com", is_verified: false, is_disowned: false };

/** Fetches the sign-up again. The page is told of that in a task of its own. */
async function poll(queries: QueryClient): Promise<void> {
  await act(() => queries.invalidateQueries());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

test("a typed code stays when the sign-up cannot be fetched again", async () => {
  markOwnRegistration();
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
  markOwnRegistration();
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

test("whoever corrects the address, or cancels that, keeps the focus", async () => {
  markOwnRegistration();
  answerWith(() => ({ ...SIGN_UP, sent_at: null }));
  renderOnPage(<CheckMail onVerified={() => undefined} />);
  (await screen.findByRole("button", { name: "Change" })).focus();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(await screen.findByLabelText("Correct email"));
  screen.getByRole("button", { name: "Cancel" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(await screen.findByRole("button", { name: "Change" }));
});

test("a sign-up that is gone is announced without calling it verified, and takes the focus from the code", async () => {
  markOwnRegistration();
  let state: object | null = { ...SIGN_UP, sent_at: null };
  answerWith(() => state);
  const { queries } = renderOnPage(<CheckMail onVerified={() => undefined} />);
  await userEvent.type(await screen.findByLabelText("Code from the email"), "1234");
  const [announced] = screen.getAllByRole("status");
  state = null;
  await poll(queries);
  const link = screen.getByRole("link", { name: "Sign In" });
  expect(announced?.contains(link)).toBe(true);
  expect(document.activeElement).toBe(link);
  expect(screen.getByRole("link", { name: "Sign Up" })).toBeTruthy();
  expect(announced?.textContent).toContain("This sign-up is no longer open in this browser.");
  expect(announced?.textContent).not.toContain(SIGN_UP_MESSAGES.verified);
});

test("a verified sign-up that goes on in this browser is called verified", async () => {
  answerWith(() => ({ ...SIGN_UP, is_verified: true, sent_at: null }));
  renderOnPage(<CheckMail onVerified={() => undefined} />);
  expect(await screen.findByText(SIGN_UP_MESSAGES.verified)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Continue" })).toBeTruthy();
});

test("a tab that did not begin the sign-up shows nothing of it before its address is entered", async () => {
  answerWith(() => ({ ...SIGN_UP, sent_at: null }));
  const { container } = renderOnPage(<CheckMail onVerified={() => undefined} />);
  await userEvent.type(await screen.findByLabelText("Email"), "leo@example.com{Enter}");
  expect(await screen.findByText(SIGN_UP_DRAFT_MESSAGES.wrongEmail)).toBeTruthy();
  expect(container.textContent).not.toContain("maya");
  expect(screen.queryByLabelText("Code from the email")).toBeNull();
  expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
  await userEvent.clear(screen.getByLabelText("Email"));
  await userEvent.type(screen.getByLabelText("Email"), "Maya@example.com{Enter}");
  expect(await screen.findByText("maya@example.com")).toBeTruthy();
  expect(screen.getByLabelText("Code from the email")).toBeTruthy();
});

test("whoever has just entered the password of the sign-up is not asked for the address, perhaps a mistyped one", async () => {
  answerWith(() => ({ ...SIGN_UP, username: "nora", email: "nora@exmaple.com", sent_at: null }));
  const { unmount } = renderOnPage(<UnverifiedHelp name="Nora" />);
  await userEvent.click(await screen.findByRole("link", { name: "Enter the code or correct the address" }));
  unmount();
  renderOnPage(<CheckMail onVerified={() => undefined} />);
  expect(await screen.findByText("nora@exmaple.com")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Change" })).toBeTruthy();
});

test("if the sign-up cannot be read, the way to its code is offered all the same", async () => {
  const refusal = { code: 500, status: "error", kind: "internal", message: "Failed.", data: null, errors: {} };
  vi.stubGlobal("fetch", async () => Response.json({ ...refusal, request_id: "1" }, { status: 500 }));
  renderOnPage(<UnverifiedHelp name="nora" />);
  expect(await screen.findByRole("link", { name: "Enter the code or correct the address" })).toBeTruthy();
});

test("/verify-email in a browser that did not sign up says where the address can be corrected", async () => {
  answerWith(() => null);
  renderOnPage(<CheckMail onVerified={() => undefined} />);
  const where = "To enter the code or correct the address, sign in, or use the browser you signed up in.";
  expect(await screen.findByText(where)).toBeTruthy();
});

test("whoever starts over in such a tab leaves the sign-up in this browser", async () => {
  let state: object | null = { ...SIGN_UP, sent_at: null };
  answerWith((path) => {
    if (path.endsWith("/earner-registration/leave")) state = null;
    return state;
  });
  renderOnPage(<CheckMail onVerified={() => undefined} />);
  await userEvent.click(await screen.findByRole("button", { name: "Start over" }));
  expect(await screen.findByLabelText("Email or username")).toBeTruthy();
  expect(state).toBeNull();
  expect(screen.queryByText("This sign-up is no longer open in this browser.")).toBeNull();
});

test("whoever requests a link for another address can type it at once", async () => {
  answerWith(() => null);
  renderOnPage(<CheckMail onVerified={() => undefined} />);
  await userEvent.type(await screen.findByLabelText("Email or username"), "maya{Enter}");
  (await screen.findByRole("button", { name: "Use another address" })).focus();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(await screen.findByLabelText("Email or username"));
});

test("in a browser that did not sign up, the forms pass the focus to each other", async () => {
  const refusal = { code: 403, status: "error", kind: "password_required", message: "Password.", errors: {} };
  vi.stubGlobal("fetch", async () => Response.json({ ...refusal, data: null, request_id: "1" }, { status: 403 }));
  const nothing = () => undefined;
  renderOnPage(
    <main tabIndex={-1}>
      <VerifyEmail token="abc" onUsed={nothing} onUseless={nothing} />
    </main>,
  );
  (await screen.findByRole("button", { name: "I don't know the password" })).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Back" }).closest("form")?.contains(document.activeElement)).toBe(true);
  screen.getByRole("button", { name: "Back" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
});

test("a useless link names the account that is signed in, and another account can get a new link", async () => {
  setUser({ id: "1", username: "leo", plan: null, channel: null, teams: [] } as never);
  setAccessToken("token");
  onTestFinished(() => {
    setUser(null);
    setAccessToken(null);
  });
  const sent = answerWith(() => null);
  renderOnPage(<VerifyEmail token="" onUsed={() => undefined} onUseless={() => undefined} />);
  expect(await screen.findByText("You are signed in as @leo, whose email address is verified.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to Explore" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Email or username"), "maya{Enter}");
  expect(await screen.findByText("OK")).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ email_or_username: "maya" }]);
});
