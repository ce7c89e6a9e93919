import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { SuspensionAppealCard } from "./suspension-appeal.tsx";

const AT = "2026-02-03T10:00:00.000Z";

const open = {
  username: "maya",
  reason: "Threats",
  until: null,
  suspended_at: AT,
  can: { appeal: true },
  appeal: null,
};

test("a half-written appeal stays when the decision cannot be fetched again", async () => {
  answerWith(() => open);
  const { queries } = renderOnPage(<SuspensionAppealCard token={"t".repeat(20)} />);
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Why is the decision wrong?");
  await userEvent.type(field, "It was not me");
  const refuse = async (code: number, kind: string) => {
    const refusal = { code, status: "error", kind, message: "No.", errors: {}, data: null, request_id: "1" };
    vi.stubGlobal("fetch", async () => Response.json(refusal, { status: code }));
    await act(() => queries.invalidateQueries());
    // The page is told of it in a task of its own.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(queries.getQueryState(["suspension-appeal", "t".repeat(20)])?.status).toBe("error");
    expect(screen.getByLabelText("Why is the decision wrong?")).toBe(field);
  };
  await refuse(500, "internal");
  await refuse(410, "gone");
  expect(field.value).toBe("It was not me");
});

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
