import { BILLING_MESSAGES } from "@app/contract/billing";
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

/** A payment that waits for the bank, as after a reload in the middle of it. */
export function OpenPayment({ onGoOn }: { onGoOn: () => Promise<void> }) {
  const goOn = useMutation({ mutationFn: onGoOn });
  return (
    <>
      <Notice
        tone="warning"
        title={BILLING_MESSAGES.authenticate}
        action={
          <Button size="sm" busy={goOn.isPending} onClick={() => goOn.mutate()}>
            Continue
          </Button>
        }
      >
        The payment was begun and not confirmed. You can also pay with another card.
      </Notice>
      {goOn.isError && <Notice tone="error">{messageOf(goOn.error)}</Notice>}
    </>
  );
}
