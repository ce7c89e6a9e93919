import { STAFF_ROLES, type StaffRole } from "@app/contract/console";
import type { PersonDetail } from "@app/contract/people";
import { useState } from "react";
import { callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { NotConfirmed, useSensitiveMutation } from "#lib/confirm-password.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";
import { Field } from "#ui/field.tsx";
import { ReasonDialog, SuspensionLength } from "#ui/reason-dialog.tsx";
import { Choice, type Choices } from "#ui/select.tsx";
import { useActOnPerson, useRefreshPeople } from "./people.queries.ts";

const NONE = "none";
const LABELS: Record<StaffRole, string> = {
  moderator: "Moderator: people, content, reports, comments",
  admin: "Admin: everything, money and roles included",
};
const CHOICES: Choices<StaffRole | typeof NONE> = [
  { value: NONE, label: "No role" },
  ...STAFF_ROLES.toReversed().map((value) => ({ value, label: LABELS[value] })),
];

/** For admins; the server asks for their password first. */
export function RoleDialog({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const [role, setRole] = useState<StaffRole | typeof NONE>(person.staff_role ?? NONE);
  const refresh = useRefreshPeople();
  const isMounted = useIsMounted();
  const change = useSensitiveMutation({
    run: (reason: string) =>
      callWithMessage("POST /admin/people/:id/role", {
        params: { id: person.id },
        body: { role: role === NONE ? null : role, reason },
      }),
    onDone: ({ message }) => {
      toast.success(message);
      refresh();
      if (isMounted()) onClose();
    },
    // The dialog shows it, unless it was closed meanwhile.
    onFault: (error) => {
      if (!isMounted()) toast.error(messageOf(error));
    },
  });
  const error = change.error instanceof NotConfirmed ? null : change.error;
  return (
    <ReasonDialog
      title={`Role of ${person.username}`}
      description="Staff see this console once they have switched two-factor sign-in on. A change applies at once."
      confirmLabel="Change role"
      hint="For the audit log."
      busy={change.isPending}
      error={error}
      onConfirm={(reason) => change.mutate(reason)}
      onClose={onClose}
    >
      <Field label="Role">
        <Choice choices={CHOICES} value={role} onChange={setRole} />
      </Field>
    </ReasonDialog>
  );
}

type DialogProps = { person: PersonDetail; onClose: () => void };

const HINT = "The person sees it when they sign in, and gets it by email. It stays in the audit log.";

export function SuspendDialog({ person, onClose }: DialogProps) {
  const [days, setDays] = useState(7);
  const act = useActOnPerson(person.id, onClose);
  return (
    <ReasonDialog
      title={`Suspend ${person.username}`}
      description={
        person.suspension?.until === null
          ? "This ends the ban. They cannot sign in until the suspension ends, but their channel and everything in it are shown again. You can end it earlier."
          : "They are signed out everywhere and cannot sign in until the suspension ends. Their channel and content stay as they are. You can end it earlier."
      }
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
      hint="For the audit log. They are notified that they can sign in again, but not why."
      busy={act.isPending}
      error={act.error}
      onConfirm={(reason) => act.mutate({ kind: "restore", reason })}
      onClose={onClose}
    />
  );
}

export function ShowChannelDialog({ person, onClose }: DialogProps) {
  const act = useActOnPerson(person.id, onClose);
  return (
    <ReasonDialog
      title={`Show the channel of ${person.username}`}
      description="The decision to remove the channel is reversed: it and everything in it are shown again, unless they are hidden for another reason too. You can hide it again only if it is reported again."
      confirmLabel="Show the channel"
      hint="For the audit log. If the channel is visible then, they are notified of that, but not why."
      busy={act.isPending}
      error={act.error}
      onConfirm={(reason) => act.mutate({ kind: "show-channel", reason })}
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
