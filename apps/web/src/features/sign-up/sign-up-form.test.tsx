import type { SignUpDraft } from "@app/contract/sign-up-drafts";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "#testing/page-parts.tsx";
import { deleteFormDraft } from "./sign-up-fields.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const DRAFT: SignUpDraft = { email: "una@people.test", username: "una", date_of_birth: "", phone: "", gender: null };

let isOffered = true;
let deletions = 0;

beforeEach(() => {
  deleteFormDraft();
  [isOffered, deletions] = [true, 0];
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) =>
    Response.json({ code: 200, status: "success", message: "OK", data: answer(path, method) }),
  );
});

function answer(path: string, method: string | undefined): unknown {
  if (method === "DELETE") deletions++;
  if (method === "PUT") return { is_saved: false };
  if (path.endsWith("/continue")) return DRAFT;
  return method === "GET" && path.endsWith("/sign-up-draft") && isOffered
    ? { saved_at: "2026-02-03T10:00:00.000Z" }
    : null;
}

function open(): void {
  const onDone = () => undefined;
  renderOnPage(<SignUpForm userType="General User" referralCode={null} onRegistered={onDone} onSignIn={onDone} />);
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const username = () => screen.findByLabelText<HTMLInputElement>(/^Username/);
const email = () => screen.getByLabelText<HTMLInputElement>("Email");

test.each([
  ["Continue", "una"],
  ["Start over", ""],
])("%s gives the focus to the first field of the form", async (button, shown) => {
  open();
  await userEvent.type(await screen.findByLabelText("Email"), DRAFT.email);
  await press(button);
  expect((await username()).value).toBe(shown);
  await waitFor(() => expect(document.activeElement).toBe(email()));
});

test("the form is cleared only after a question, and then its first field has the focus", async () => {
  isOffered = false;
  open();
  await userEvent.type(await username(), "una");
  await press("Clear the form");
  const question = await screen.findByRole("alertdialog", { name: "Clear the form?" });
  expect(question.textContent).toContain("Everything you typed here will be deleted.");
  await press("Cancel");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect((await username()).value).toBe("una");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Clear the form" }));

  expect(deletions).toBe(0);
  await press("Clear the form");
  await screen.findByRole("alertdialog");
  await press("Clear the form");
  await waitFor(async () => expect((await username()).value).toBe(""));
  expect(deletions).toBe(1);
  await waitFor(() => expect(document.activeElement).toBe(email()));
});

test("a form that did not follow a question leaves the focus where it is", async () => {
  isOffered = false;
  open();
  await username();
  expect(document.activeElement).toBe(document.body);
});

test("a draft that did not reach the server is saved once the connection is back", async () => {
  isOffered = false;
  const state = { isOffline: true, saves: 0 };
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    if (method === "PUT" && state.isOffline) throw new TypeError("Failed to fetch");
    if (method === "PUT") state.saves++;
    return Response.json({ code: 200, status: "success", message: "OK", data: answer(path, method) });
  });
  open();
  await userEvent.type(await username(), "una");
  await screen.findByText(/^Not saved: the server could not be reached/);
  state.isOffline = false;
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.queryByText(/^Not saved/)).toBeNull());
  expect(state.saves).toBe(1);
});

test("a draft that the server refuses says why", async () => {
  isOffered = false;
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) =>
    method === "PUT"
      ? Response.json({ kind: "invalid_input", message: "No.", errors: { username: ["Too long."] } }, { status: 422 })
      : Response.json({ code: 200, status: "success", message: "OK", data: answer(path, method) }),
  );
  open();
  await userEvent.type(await username(), "una");
  await screen.findByText(/^Not saved: Too long\./);
});
