import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AuthDialog } from "#flows/auth/auth-dialog.tsx";
import { closeAuthDialog, openSignIn, useAuthDialog } from "#flows/auth/auth-dialog-store.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { LoginPage } from "./sign-in-pages.tsx";

function Page() {
  const isOpen = useAuthDialog(({ shown }) => shown !== null);
  return (
    <>
      <button type="button" onClick={() => openSignIn()}>
        Log in
      </button>
      {isOpen && <AuthDialog />}
    </>
  );
}

beforeEach(() => {
  answerWith(() => null);
});
afterEach(closeAuthDialog);

const nameField = () => screen.findByLabelText<HTMLInputElement>("Email or username");

async function pressEnterOn(name: string): Promise<void> {
  (await screen.findByRole("button", { name })).focus();
  await userEvent.keyboard("{Enter}");
}

async function focusedValue(label: string): Promise<string> {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await waitFor(() => expect(document.activeElement).toBe(field));
  return field.value;
}

test.each([
  { where: "on the page", open: () => renderOnPage(<LoginPage />) },
  {
    where: "in the dialog",
    open: async () => {
      renderOnPage(<Page />);
      await pressEnterOn("Log in");
    },
  },
])(
  "$where, an address typed to sign in need not be typed again to reset the password, nor after that",
  async ({ open }) => {
    await open();
    await userEvent.type(await nameField(), " maya@people.test");
    await pressEnterOn("Forgot password?");
    expect(await focusedValue("Email")).toBe("maya@people.test");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.getAttribute("role")).toBe("status"));
    await pressEnterOn("Back to login");
    expect(await focusedValue("Email or username")).toBe("maya@people.test");
  },
);

test("a username is no address, but is there again after all", async () => {
  renderOnPage(<LoginPage />);
  await userEvent.type(await nameField(), "maya");
  await pressEnterOn("Forgot password?");
  expect(await focusedValue("Email")).toBe("");
  await pressEnterOn("Back to login");
  expect(await focusedValue("Email or username")).toBe("maya");
});

test("a closed dialog still returns the focus", async () => {
  renderOnPage(<Page />);
  await pressEnterOn("Log in");
  await nameField();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Log in" })));
});
