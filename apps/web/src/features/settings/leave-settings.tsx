import { DELETION_DAYS } from "@app/contract/account-security";
import { DELETED_USER } from "@app/contract/brand";
import { sumOfBalance } from "@app/contract/earnings";
import { toDollars } from "@app/contract/formats";
import { belowMinimum, PAID_FROM_MINIMUM } from "@app/contract/payouts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { callWithMessage } from "#lib/api.ts";
import { ApiError, isConflict, messageOf } from "#lib/api-error.ts";
import { useSensitiveMutation } from "#lib/confirm-password.ts";
import { dayInWords } from "#lib/dates.ts";
import { useUser, whileSigningOut } from "#lib/session.ts";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Link } from "#ui/link.tsx";
import { Notice } from "#ui/notice.tsx";
import { currentStatement } from "./settings.queries.ts";
import { useCanRestore } from "./use-can-restore.ts";

/** Deactivating and deleting, each behind a confirmation. */
export function LeaveSettings() {
  const user = useUser();
  return (
    <div className="flex max-w-xl flex-col gap-8">
      {user?.plan !== null && <DeactivateEarner />}
      <DeleteAccount />
    </div>
  );
}

function DeactivateEarner() {
  const [isAsking, setAsking] = useState(false);
  const deactivate = useSensitiveMutation({
    run: () => callWithMessage("POST /deactivate-earner"),
    onDone: ({ message, data }) => {
      setAsking(false);
      setUser(data);
      toast.success(message);
    },
  });
  return (
    <LeaveOption
      title="Deactivate my earner account"
      action={
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Deactivate
        </Button>
      }
    >
      Your channel and its content are hidden, your plan does not renew, and your referral link earns nothing new. You
      stay a Registered User. {PAID_FROM_MINIMUM} You can restore the account within 12 months.
      <AlertDialog
        isOpen={isAsking}
        title="Deactivate your earner account?"
        description="Your channel is hidden right away. You can restore it here for 12 months."
        confirmLabel="Deactivate"
        isDanger
        busy={deactivate.isPending}
        onConfirm={() => deactivate.mutate()}
        onCancel={() => setAsking(false)}
      />
    </LeaveOption>
  );
}

/** What deleting the account costs somebody who has not been paid yet; null if that is nothing. */
function useUnpaidText(): string | null {
  const isEarner = useUser()?.plan !== null;
  const { data: statement } = useQuery(currentStatement);
  const cents = statement ? sumOfBalance(statement.closing) : 0;
  if (!statement || cents <= 0) return null;
  const instead = belowMinimum(statement.closing) ?? (isEarner ? DEACTIVATE : WAIT);
  return `You have ${toDollars(cents)} that is not paid out. What is not paid within ${DELETION_DAYS} days is lost. ${instead}`;
}

const DEACTIVATE = "Deactivate your earner account instead to be paid.";
const WAIT = "Wait until you are paid before you delete your account.";

const WAY_BACK = `You have ${DELETION_DAYS} days to change your mind: sign in, and everything is restored.`;
const PLAN_STOPS =
  "Your plan stops renewing: if you come back, you can resume it, or pay for it again if it has ended.";

function DeleteAccount() {
  const [isAsking, setAsking] = useState(false);
  // Not for a plan that has ended.
  const planStops = useUser()?.can.upload ? PLAN_STOPS : null;
  const unpaid = useUnpaidText();
  const remove = useSensitiveMutation({
    run: () => whileSigningOut(() => callWithMessage("POST /delete-user")),
    onDone: ({ message }) => {
      // The server has already ended every session, including this one.
      toast.afterReload("info", message);
      setAccessToken(null);
      setUser(null);
      window.location.assign("/");
    },
    onFault: (error) => {
      if (isConflict(error)) setAsking(false);
      else toast.error(messageOf(error));
    },
  });
  return (
    <LeaveOption
      title="Delete my account"
      action={
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete
        </Button>
      }
    >
      You are signed out everywhere and your account is hidden right away. If you sign in within {DELETION_DAYS} days,
      everything is restored; after that it is erased. Your comments will show “{DELETED_USER}”, and payment records
      that we must keep by law are anonymized. {planStops} You may want to{" "}
      <Link href="/setting?tab=data" className="text-text underline">
        export your data
      </Link>{" "}
      first. Download it as well before you delete: signing in later keeps your account.
      {unpaid && (
        <Notice tone="warning" className="mt-4 text-text">
          {unpaid}
        </Notice>
      )}
      {isConflict(remove.error) && (
        <Notice tone="error" className="mt-4 text-text">
          {messageOf(remove.error)}
        </Notice>
      )}
      <AlertDialog
        isOpen={isAsking}
        title="Delete your account?"
        description={[WAY_BACK, planStops, unpaid].filter(Boolean).join(" ")}
        confirmLabel="Delete my account"
        isDanger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </LeaveOption>
  );
}

type RestoreEarnerProps = {
  until: string;
  onUnpaid: () => void;
  /** Restored, but the plan ends with the paid month. */
  onEnding: () => void;
};

/** Shown while the earner account is deactivated. */
export function RestoreEarner({ until, onUnpaid, onEnding }: RestoreEarnerProps) {
  const canRestore = useCanRestore(until);
  const restore = useSensitiveMutation({
    run: () => callWithMessage("POST /restore-earner"),
    onDone: ({ message, data: { plan_ends_at, ...user } }) => {
      setUser(user);
      toast.success(message);
      if (plan_ends_at !== null) onEnding();
    },
    onFault: (error) => {
      if (error instanceof ApiError && error.kind === "payment_required") onUnpaid();
      else toast.error(messageOf(error));
    },
  });
  if (!canRestore)
    return (
      <LeaveOption
        title="Restore my earner account"
        action={<LinkButton href="/normal-user?step=next">Choose a plan</LinkButton>}
      >
        Your earner account can no longer be restored. Choose a plan to become an earner again.
      </LeaveOption>
    );
  return (
    <LeaveOption
      title="Restore my earner account"
      action={
        <Button busy={restore.isPending} onClick={() => restore.mutate()}>
          Restore
        </Button>
      }
    >
      Your channel, its content and its followers are restored as they were. You can restore it until{" "}
      {dayInWords(until)}. If the plan has ended, you pay for it again first. {PAID_FROM_MINIMUM}{" "}
      <Link href="/referral-page" className="text-text underline">
        Your payouts
      </Link>
    </LeaveOption>
  );
}

function LeaveOption({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-4 rounded-media border border-line bg-raised p-5">
      <h3 className="title text-2xl">{title}</h3>
      <div className="text-muted">{children}</div>
      {action}
    </section>
  );
}
