import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { SignInForm } from "./sign-in-form.tsx";

function open() {
  const sent = answerWith(() => null);
  renderWithQueries(
    <SignInForm
      name=""
      onSignedIn={vi.fn()}
      onForgot={vi.fn()}
      onJoin={vi.fn()}
      resend={(name) => <p>Resend to {name}</p>}
      sendLink={(name) => <p>Link to {name}</p>}
      onAppeal={vi.fn()}
    />,
  );
  return { sent, user: userEvent.setup() };
}

const name = () => screen.getByLabelText("Email or username");
const press = () => screen.getByRole("button", { name: "Sign In" });

test("a missing value is reported under its field, the first one gets the focus, and nothing is sent", async () => {
  const { sent, user } = open();
  await user.click(press());
  const faults = await screen.findAllByRole("alert");
  expect(faults.map((fault) => fault.textContent)).toEqual([
    ...["Email or username is a required field", "Password is a required field"],
  ]);
  expect(document.activeElement).toBe(name());
  await user.type(name(), "maya");
  await user.click(press());
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  expect(sent).toEqual([]);
});

test("the code that one account was asked for is not asked of another", async () => {
  const { user } = open();
  vi.stubGlobal("fetch", async () =>
    Response.json({ kind: "two_factor_required", message: "Enter your code.", errors: {} }, { status: 403 }),
  );
  await user.type(name(), "maya");
  await user.type(screen.getByLabelText("Password"), "Secret-123");
  await user.click(press());
  const code = await screen.findByLabelText("Code");
  await vi.waitFor(() => expect(document.activeElement).toBe(code));
  await user.type(name(), "2");
  expect(screen.queryByLabelText("Code")).toBeNull();
});
