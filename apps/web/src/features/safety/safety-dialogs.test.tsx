import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "#testing/page-parts.tsx";
import { ReportDialog } from "./safety-dialogs.tsx";

test("the guidelines open beside a half-written report", async () => {
  const onClose = vi.fn();
  renderOnPage(<ReportDialog target={{ subject: "comment", id: "1", name: "Ben" }} onClose={onClose} />);
  await userEvent.type(await screen.findByLabelText(/^Tell us more/), "He threatened me");
  const link = screen.getByRole("link", { name: "guidelines" });
  expect(link.getAttribute("target")).toBe("_blank");
  await userEvent.click(link);
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Tell us more/).value).toBe("He threatened me");
});
