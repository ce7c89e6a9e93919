import { DELETION_DAYS, safetyRoutes } from "@app/contract/account-safety";
import { earnerRoutes } from "@app/contract/earners";
import { type ReactNode, useState } from "react";
import { callWithMessage } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { useSensitiveMutation } from "#lib/confirm-password.ts";
import { dayInWords } from "#lib/dates.ts";
import { useUser, whileSigningOut } from "#lib/session.ts";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Link } from "#ui/link.tsx";

/** What cannot be taken back at a click. */
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
    run: () => callWithMessage(earnerRoutes.deactivate),
    onDone: ({ message, data }) => {
      setAsking(false);
      setUser(data);
      toast.success(message);
    },
  });
  return (
    <Step
      title="Deactivate my earner account"
      action={
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Deactivate
        </Button>
      }
    >
      Your channel and all that is in it are hidden, your plan does not renew, and your link earns nothing new. What you
      have earned stays payable, and you go on as a Registered User. You can come back for 12 months.
      <AlertDialog
        isOpen={isAsking}
        title="Deactivate your earner account?"
        description="Your channel is hidden at once. You can restore it here for 12 months."
        confirmLabel="Deactivate"
        isDanger
        busy={deactivate.isPending}
        onConfirm={() => deactivate.mutate()}
        onCancel={() => setAsking(false)}
      />
    </Step>
  );
}

function DeleteAccount() {
  const [isAsking, setAsking] = useState(false);
  const remove = useSensitiveMutation({
    run: () => whileSigningOut(() => callWithMessage(safetyRoutes.deleteUser)),
    onDone: ({ message }) => {
      // The server has ended every session already, this one included.
      toast.afterReload("info", message);
      setAccessToken(null);
      setUser(null);
      window.location.assign("/");
    },
  });
  return (
    <Step
      title="Delete my account"
      action={
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete
        </Button>
      }
    >
      You are signed out everywhere and hidden at once. For {DELETION_DAYS} days signing in brings everything back; then
      it is erased. Comments will show “Deleted user”; what the law asks us to keep about payments stays without you.
      You may want to{" "}
      <Link href="/setting?tab=data" className="text-text underline">
        export your data
      </Link>{" "}
      first.
      <AlertDialog
        isOpen={isAsking}
        title="Delete your account?"
        description={`You have ${DELETION_DAYS} days to change your mind: sign in, and it is as if nothing had happened.`}
        confirmLabel="Delete my account"
        isDanger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </Step>
  );
}

type RestoreEarnerProps = {
  until: string;
  onUnpaid: () => void;
  /** It is back, and its plan ends with the paid month. */
  onEnding: () => void;
};

/** For whoever has deactivated: the way back. */
export function RestoreEarner({ until, onUnpaid, onEnding }: RestoreEarnerProps) {
  const restore = useSensitiveMutation({
    run: () => callWithMessage(earnerRoutes.restore),
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
  return (
    <Step
      title="Restore my earner account"
      action={
        <Button busy={restore.isPending} onClick={() => restore.mutate()}>
          Restore
        </Button>
      }
    >
      Your channel, its content and its followers come back as they were. You can restore it until {dayInWords(until)}.
      Where its plan is no longer paid, it is paid first.
    </Step>
  );
}

function Step({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-4 rounded-media border border-line bg-raised p-5">
      <h3 className="title text-2xl">{title}</h3>
      <div className="text-muted">{children}</div>
      {action}
    </section>
  );
}
