import { MESSAGES } from "@app/contract/errors";
import { useMutation } from "@tanstack/react-query";
import { create } from "zustand";
import { ApiError, messageOf } from "./api-error.ts";
import { toast } from "./toast.ts";

type PasswordRequest = { resolve: (isConfirmed: boolean) => void };

/** A pending request to confirm the password; the page's dialog opens while there is one. */
export const usePasswordRequest = create<{ request: PasswordRequest | null }>()(() => ({ request: null }));

/** The user closed the dialog. Nothing happened, so there is nothing to report. */
export class NotConfirmed extends Error {
  override readonly name = "NotConfirmed";
}

/**
 * Runs an action that may need a recently confirmed password. If the server asks for it, the user is asked and the action
 * runs again.
 * @throws NotConfirmed if the user closes the dialog; ApiError
 */
export async function withConfirmedPassword<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "confirm_password") throw error;
  }
  if (!(await requestPassword())) throw new NotConfirmed();
  return action();
}

/** For an action to throw if a reply lacks what only a recently confirmed password reveals. */
export function needsPassword(): ApiError {
  const { confirmPassword: message } = MESSAGES;
  return new ApiError({ kind: "confirm_password", message, errors: {}, request_id: "", code: 403 });
}

type Change<Input, Reply> = {
  run: (input: Input) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  /** Shows an error; a toast by default. */
  onFault?: (error: unknown) => void;
};

/** A mutation that may ask for the password first. Closing the dialog reports nothing. */
export function useSensitiveMutation<Reply, Input = void>({ run, onDone, onFault }: Change<Input, Reply>) {
  return useMutation({
    mutationFn: (input: Input) => withConfirmedPassword(() => run(input)),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof NotConfirmed) return;
      if (onFault) onFault(error);
      else toast.error(messageOf(error));
    },
  });
}

function requestPassword(): Promise<boolean> {
  usePasswordRequest.getState().request?.resolve(false);
  return new Promise((resolve) => {
    usePasswordRequest.setState({
      request: {
        resolve: (isConfirmed) => {
          usePasswordRequest.setState({ request: null });
          resolve(isConfirmed);
        },
      },
    });
  });
}
