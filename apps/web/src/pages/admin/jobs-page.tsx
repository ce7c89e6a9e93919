import { JOB_STATES } from "@app/contract/staff-jobs";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { StaffJobs } from "#features/staff-jobs/staff-jobs.tsx";
import { oneOf } from "#lib/search-params.ts";
import { PageHeader } from "#ui/page-header.tsx";

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
