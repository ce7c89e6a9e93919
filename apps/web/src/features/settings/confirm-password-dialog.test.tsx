import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { NotConfirmed, needsPassword, usePasswordRequest, withConfirmedPassword } from "#lib/confirm-password.ts";
import { ConfirmPasswordDialog } from "./confirm-password-dialog.tsx";

/** Starts an action that the server refuses until the password is confirmed. */
function start() {
  let attempts = 0;
  const end = withConfirmedPassword(async () => {
    attempts += 1;
    throw needsPassword();
  }).catch((error: unknown) => error);
  return { end, attempts: () => attempts };
}

test("leaving the page gives up what waits for the password", async () => {
  const page = render(<ConfirmPasswordDialog />);
  const { end, attempts } = start();
  await screen.findByRole("dialog", { name: "Confirm it's you" });
  page.unmount();
  expect(await end).toBeInstanceOf(NotConfirmed);
  expect([attempts(), usePasswordRequest.getState().request]).toEqual([1, null]);
});

test("a page does not ask for the password of what was started on another one", async () => {
  const { end, attempts } = start();
  await expect.poll(() => usePasswordRequest.getState().request).not.toBeNull();
  render(<ConfirmPasswordDialog />);
  expect(await end).toBeInstanceOf(NotConfirmed);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(attempts()).toBe(1);
});
