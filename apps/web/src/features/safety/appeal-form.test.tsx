import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "#testing/page-parts.tsx";
import { AppealForm } from "./appeal-form.tsx";

const field = () => screen.findByLabelText<HTMLTextAreaElement>("Why is the decision wrong?");

test("an unsent appeal is there again after a reload, and is gone once it was sent", async () => {
  const send = vi.fn(() => Promise.resolve());
  const first = renderOnPage(<AppealForm decisionId="one" send={send} />);
  await userEvent.type(await field(), "It was a joke");
  first.unmount();
  const second = renderOnPage(<AppealForm decisionId="one" send={send} />);
  expect((await field()).value).toBe("It was a joke");
  await userEvent.click(screen.getByRole("button", { name: "Send appeal" }));
  await waitFor(() => expect(send).toHaveBeenCalledWith({ text: "It was a joke" }));
  second.unmount();
  renderOnPage(<AppealForm decisionId="one" send={send} />);
  expect((await field()).value).toBe("");
});

test("one that could not be sent stays, and where nobody is signed in, nothing is stored", async () => {
  const send = vi.fn(() => Promise.reject(new Error("down")));
  renderOnPage(<AppealForm decisionId={null} send={send} />);
  await userEvent.type(await field(), "It was a joke");
  await userEvent.click(screen.getByRole("button", { name: "Send appeal" }));
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect((await field()).value).toBe("It was a joke");
  expect(JSON.stringify(localStorage)).not.toContain("joke");
});
