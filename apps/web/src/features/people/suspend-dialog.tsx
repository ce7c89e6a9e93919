import type { PersonDetail } from "@app/contract/people";
import { useState } from "react";
import { ReasonDialog, SuspensionLength } from "#ui/reason-dialog.tsx";
import { useActOnPerson } from "./people.queries.ts";

type DialogProps = { person: PersonDetail; onClose: () => void };

const HINT = "The person sees it when they sign in, and gets it by email. It stays in the audit log.";

export function SuspendDialog({ person, onClose }: DialogProps) {
  const [days, setDays] = useState(7);
  const act = useActOnPerson(person.id, onClose);
  return (
    <ReasonDialog
      title={`Suspend ${person.username}`}
      description="They are signed out everywhere and cannot sign in until the suspension ends. Their channel and content stay as they are. You can end it earlier."
      confirmLabel="Suspend"
      hint={HINT}
      isDanger
      busy={act.isPending}
      error={act.error}
      onConfirm={(reason) => act.mutate({ kind: "suspend", reason, days })}
      onClose={onClose}
    >
      <SuspensionLength days={days} onDays={setDays} />
    </ReasonDialog>
  );
}

export function BanDialog({ person, onClose }: DialogProps) {
  const act = useActOnPerson(person.id, onClose);
  return (
    <ReasonDialog
      title={`Ban ${person.username}`}
      description="They are signed out everywhere and cannot sign in again. Their channel and everything in it are hidden, and a paid plan does not renew. Comments they wrote elsewhere stay until you delete them. You can restore the person later."
      confirmLabel="Ban"
      hint={HINT}
      isDanger
      busy={act.isPending}
      error={act.error}
      onConfirm={(reason) => act.mutate({ kind: "suspend", reason, days: null })}
      onClose={onClose}
    />
  );
}

export function RestoreDialog({ person, onClose }: DialogProps) {
  const act = useActOnPerson(person.id, onClose);
  return (
    <ReasonDialog
      title={`Restore ${person.username}`}
      description={
        person.suspension?.until === null
          ? "They can sign in again, and their channel and content are shown again. A plan that was set not to renew stays that way until they change it."
          : "They can sign in again at once."
      }
      confirmLabel="Restore"
      hint="For the audit log. The person is told that they are back, not why."
      busy={act.isPending}
      error={act.error}
      onConfirm={(reason) => act.mutate({ kind: "restore", reason })}
      onClose={onClose}
    />
  );
}

export function SignOutDialog({ person, onClose }: DialogProps) {
  const act = useActOnPerson(person.id, onClose);
  return (
    <ReasonDialog
      title={`Sign ${person.username} out`}
      description="Every device is signed out. They can sign in again at once, with their password."
      confirmLabel="Sign out everywhere"
      hint="For the audit log. For example, a stolen phone."
      busy={act.isPending}
      error={act.error}
      onConfirm={(reason) => act.mutate({ kind: "sign-out", reason })}
      onClose={onClose}
    />
  );
}
