import { STAFF_ROLES, type StaffRole } from "@app/contract/console";
import type { PersonDetail } from "@app/contract/people";
import { useState } from "react";
import { callWithMessage } from "#lib/api.ts";
import { NotConfirmed, useSensitiveMutation } from "#lib/confirm-password.ts";
import { toast } from "#lib/toast.ts";
import { Field } from "#ui/field.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { Choice, type Choices } from "#ui/select.tsx";
import { useRefreshPeople } from "./people.queries.ts";

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
  const change = useSensitiveMutation({
    run: (reason: string) =>
      callWithMessage("POST /admin/people/:id/role", {
        params: { id: person.id },
        body: { role: role === NONE ? null : role, reason },
      }),
    onDone: ({ message }) => {
      toast.success(message);
      refresh();
      onClose();
    },
    // The dialog shows it.
    onFault: () => undefined,
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
