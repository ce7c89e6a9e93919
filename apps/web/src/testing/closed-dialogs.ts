import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished } from "vitest";
import { useToasts } from "#lib/toast.ts";
import { answerWith } from "./page-parts.tsx";

type Scene = {
  /** Of the request that waits until the next dialog is open. */
  isSlow: (path: string) => boolean;
  /** The data of all other replies. */
  answer: (path: string) => unknown;
  draw: () => void;
  /** The names of the buttons that open the dialogs. */
  buttons: readonly [first: string, next: string];
};

/**
 * Cancels a dialog that asks for a reason while it sends, and opens another one. Once the first is saved or refused, a
 * toast says so, and the open one stays.
 */
export async function expectClosedDialogToTell(how: "saved" | "refused", { isSlow, answer, draw, buttons }: Scene) {
  onTestFinished(() => useToasts.setState({ toasts: [] }));
  const reply = Promise.withResolvers<null>();
  const sent = answerWith((path) => (isSlow(path) ? reply.promise : answer(path)));
  draw();
  const open = async (name: string) => {
    await userEvent.click(await screen.findByRole("button", { name }));
    const dialog = within(await screen.findByRole("dialog"));
    return { dialog, field: await dialog.findByLabelText("Reason") };
  };
  const { dialog, field: sentField } = await open(buttons[0]);
  await userEvent.type(sentField, "It is right{Enter}");
  await waitFor(() => expect(sent.some(({ path }) => isSlow(path))).toBe(true));
  const before = sent.length;
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  const { field } = await open(buttons[1]);
  if (how === "saved") reply.resolve(null);
  else reply.reject(new TypeError("offline"));
  await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
  expect(useToasts.getState().toasts[0]?.tone).toBe(how === "saved" ? "success" : "error");
  // By then the reply was handled to its end.
  if (how === "saved") await waitFor(() => expect(sent.length).toBeGreaterThan(before));
  expect(field.isConnected).toBe(true);
}
