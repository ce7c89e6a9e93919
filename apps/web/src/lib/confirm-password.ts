import { MESSAGES } from "@app/contract/errors";
import { create } from "zustand";
import { ApiError } from "./api-error.ts";

type Ask = { answer: (isConfirmed: boolean) => void };

/** Somebody waits for the password to be confirmed; the dialog of the page shows itself for it. */
export const usePasswordAsk = create<{ ask: Ask | null }>()(() => ({ ask: null }));

/** The person closed the dialog: nothing was done, and there is nothing to tell. */
export class NotConfirmed extends Error {
  override readonly name = "NotConfirmed";
}

/**
 * Does something that needs a fresh password: when the server says so, the person is asked, and it is done again.
 * @throws NotConfirmed the person gave up; ApiError
 */
export async function withConfirmedPassword<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "confirm_password") throw error;
  }
  if (!(await askForPassword())) throw new NotConfirmed();
  return action();
}

/** What an action throws that was answered, but not with what only a fresh password gets. */
export function needsPassword(): ApiError {
  const { confirmPassword: message } = MESSAGES;
  return new ApiError({ kind: "confirm_password", message, errors: {}, request_id: "", code: 403 });
}

function askForPassword(): Promise<boolean> {
  usePasswordAsk.getState().ask?.answer(false);
  return new Promise((resolve) => {
    usePasswordAsk.setState({
      ask: {
        answer: (isConfirmed) => {
          usePasswordAsk.setState({ ask: null });
          resolve(isConfirmed);
        },
      },
    });
  });
}
