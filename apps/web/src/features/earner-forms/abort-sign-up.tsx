import { messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { AlertDialog } from "#ui/dialog.tsx";
import { useAbort } from "./registration.queries.ts";

/** Asked when the plans are closed during sign-up. */
export function AbortSignUp({ onAborted, onStay }: { onAborted: () => void; onStay: () => void }) {
  const abort = useAbort();
  return (
    <AlertDialog
      isOpen
      title="Abort Sign up?"
      description="Your account and what you have entered are deleted."
      confirmLabel="Confirm"
      isDanger
      busy={abort.isPending}
      onConfirm={() =>
        abort.mutate(undefined, {
          onSuccess: onAborted,
          onError(error) {
            toast.error(messageOf(error));
            onStay();
          },
        })
      }
      onCancel={onStay}
    />
  );
}
