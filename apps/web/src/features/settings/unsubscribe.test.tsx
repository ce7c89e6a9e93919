import { UNSUBSCRIBE_MESSAGES } from "@app/contract/preferences";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { Unsubscribe } from "./unsubscribe.tsx";

test("the confirmation takes the focus from the button that it replaces", async () => {
  const sent = answerWith(() => ({ about: "emails about comments", is_off: sent.length > 1 }));
  renderWithQueries(<Unsubscribe token="a-token" />);
  await userEvent.click(await screen.findByRole("button", { name: "Unsubscribe" }));
  const confirmation = await screen.findByRole("status");
  expect(confirmation.textContent).toContain(UNSUBSCRIBE_MESSAGES.done);
  expect(document.activeElement).toBe(confirmation);
});
