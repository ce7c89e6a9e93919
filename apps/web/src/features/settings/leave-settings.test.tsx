import { SECURITY_MESSAGES } from "@app/contract/account-security";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "#testing/page-parts.tsx";
import { LeaveSettings } from "./leave-settings.tsx";

test("the only admin reads beside the button why their account cannot be deleted", async () => {
  const refusal = { code: 409, status: "error", kind: "conflict", message: SECURITY_MESSAGES.lastAdmin, data: null };
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 409 }));
  renderOnPage(<LeaveSettings />);
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete my account" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByRole("alert").textContent).toBe(SECURITY_MESSAGES.lastAdmin);
});

test("who exports their data first reads that it is downloaded before the account is deleted", async () => {
  renderOnPage(<LeaveSettings />);
  const advice = (await screen.findByRole("link", { name: "export your data" })).closest("div");
  expect(advice?.textContent).toContain("Download it as well before you delete: signing in later keeps your account.");
});
