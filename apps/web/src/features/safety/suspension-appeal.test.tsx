// Imported here, so that the first reply to be validated does not wait for it.
import "@app/contract/routes";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { SuspensionAppealCard } from "./suspension-appeal.tsx";

const AT = "2026-02-03T10:00:00.000Z";

test("what was sent takes the place of the form, and the focus", async () => {
  answerWith((path) => {
    const isSent = path.endsWith("/send");
    return {
      username: "maya",
      reason: "Threats",
      until: null,
      suspended_at: AT,
      can: { appeal: !isSent },
      appeal: isSent ? { text: "It was not me", outcome: null, reason: "" } : null,
    };
  });
  renderOnPage(
    <main tabIndex={-1}>
      <SuspensionAppealCard token={"t".repeat(20)} />
    </main>,
  );
  await userEvent.type(await screen.findByLabelText("Why is the decision wrong?"), "It was not me");
  expect(document.activeElement?.tagName).toBe("TEXTAREA");
  await userEvent.click(screen.getByRole("button", { name: "Send appeal" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText("It was not me").closest("[role=status]")));
});
