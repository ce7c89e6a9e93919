import { useMutation } from "@tanstack/react-query";
import { messageOf } from "./api-error.ts";
import { NotConfirmed, withConfirmedPassword } from "./confirm-password.ts";
import { toast } from "./toast.ts";

type Change<Asked, Answer> = {
  run: (asked: Asked) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** Where a fault is told; a toast when there is no better place. */
  onFault?: (error: unknown) => void;
};

/** A change that may ask for the password first. Whoever gives up at that question is told nothing. */
export function useSensitive<Answer, Asked = void>({ run, onDone, onFault }: Change<Asked, Answer>) {
  return useMutation({
    mutationFn: (asked: Asked) => withConfirmedPassword(() => run(asked)),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof NotConfirmed) return;
      if (onFault) onFault(error);
      else toast.error(messageOf(error));
    },
  });
}
