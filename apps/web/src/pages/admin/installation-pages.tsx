import { JOB_STATES } from "@app/contract/console";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { AuditLog } from "#features/audit/audit-log.tsx";
import { PlatformSettings } from "#features/platform-settings/platform-settings.tsx";
import { StaffJobs } from "#features/staff-jobs/staff-jobs.tsx";
import { oneOf } from "#lib/search-params.ts";
import { PageHeader } from "#ui/page-header.tsx";

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" about="What applies to the whole platform. A change applies at once, everywhere." />
      <PlatformSettings />
    </>
  );
}

export function JobsPage() {
  const { state } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Jobs"
        about="Work in the background: processing videos, sending mail, refreshing lists. A job that fails is tried again automatically; after its last attempt it waits here for you."
      />
      <StaffJobs
        state={oneOf(JOB_STATES, state) ?? "failed"}
        onState={(chosen) => void navigate({ to: ".", search: { state: chosen }, replace: true })}
      />
    </>
  );
}

export function AuditLogPage() {
  const { search = "", type = null } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Audit log"
        about="Every change that staff made, with the values before and after. Nobody can edit or delete an entry."
      />
      <AuditLog
        query={{ search, action: type }}
        onQuery={(query) =>
          void navigate({
            to: ".",
            search: {
              ...(query.search !== "" && { search: query.search }),
              ...(query.action !== null && { type: query.action }),
            },
            replace: true,
          })
        }
      />
    </>
  );
}
