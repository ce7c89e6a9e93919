import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { PlatformSettings } from "./platform-settings.tsx";

test("the dialog of the reward's rule says who falls under the new one, and does not take the one that is set", async () => {
  const sent = answerWith(() => ({
    referral_trigger: "verified",
    referral_trigger_since: "2026-02-03T10:00:00.000Z",
    reward_cents: 1_000,
    installation: {
      address: "http://fieldhouse.test",
      time_zone: "America/New_York",
      payments: "sandbox",
      mail: "mailbox",
      storage: "folder",
    },
  }));
  renderOnPage(<PlatformSettings />);
  await userEvent.click(await screen.findByRole("button", { name: "Change the rule" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/credited once they have done both\. You can change the rule back/)).toBeDefined();
  await userEvent.type(dialog.getByLabelText("Reason"), "Too many accounts that nobody uses");
  await userEvent.click(dialog.getByRole("button", { name: "Change" }));
  expect(await dialog.findByText("This is the rule already. Choose the other one.")).toBeDefined();
  expect(sent).toHaveLength(1);
});
