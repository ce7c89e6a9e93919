import { JOBS_MAX, type JobState, type StaffJob } from "@app/contract/console";
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { agoInWords, momentInWords } from "#lib/dates.ts";
import { cappedCount } from "#lib/format.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { EmptyQueue } from "#ui/empty-queue.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";

const JOBS = ["admin", "jobs"];
const REFRESH_MS = 10_000;

function staffJobs(state: JobState) {
  return infiniteQueryOptions({
    queryKey: [...JOBS, state],
    queryFn: ({ pageParam, signal }) =>
      call("GET /admin/jobs", { query: { state, ...(pageParam !== undefined && { cursor: pageParam }) } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    gcTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

function useRetryJob() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callWithMessage("POST /admin/jobs/:id/retry", { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: JOBS }),
  });
}

const TABS: readonly { value: JobState; label: string; empty: string }[] = [
  { value: "failed", label: "Failed", empty: "No jobs have failed." },
  { value: "retrying", label: "Retrying", empty: "No jobs are waiting to be retried." },
  { value: "running", label: "Running", empty: "No jobs are running right now." },
  { value: "waiting", label: "Waiting", empty: "No jobs are waiting." },
];

type JobsProps = { state: JobState; onState: (state: JobState) => void };

/** What the worker does in the background. */
export function StaffJobs({ state, onState }: JobsProps) {
  const counts = useInfiniteQuery(staffJobs(state)).data?.pages[0]?.counts;
  return (
    <Tabs
      label="Jobs"
      value={state}
      onChange={onState}
      tabs={TABS.map(({ value, label, empty }) => ({
        value,
        label: counts ? `${label} (${cappedCount(JOBS_MAX, counts[value])})` : label,
        content: <JobList state={value} empty={empty} />,
      }))}
    />
  );
}

function JobList({ state, empty }: { state: JobState; empty: string }) {
  const list = useInfiniteQuery(staffJobs(state));
  const retry = useRetryJob();
  return (
    <InfiniteList
      label="Jobs"
      list={list}
      itemsOf={({ jobs }) => jobs}
      className="flex flex-col gap-3"
      skeleton={<Skeleton className="h-20 rounded-media" />}
      empty={<EmptyQueue>{empty}</EmptyQueue>}
    >
      {(job) => <JobItem job={job} isRetrying={retry.isPending} onRetry={() => retry.mutate(job.id)} />}
    </InfiniteList>
  );
}

type JobItemProps = { job: StaffJob; isRetrying: boolean; onRetry: () => void };

function JobItem({ job, isRetrying, onRetry }: JobItemProps) {
  return (
    <article className="flex flex-col gap-2 rounded-media border border-line bg-raised p-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-semibold break-words">{job.name}</p>
        {job.state !== "running" && (
          <Button variant="secondary" size="sm" busy={isRetrying} aria-label={`Run now: ${job.name}`} onClick={onRetry}>
            Run now
          </Button>
        )}
      </div>
      <p className="text-muted">
        {job.attempts} of {job.max_attempts} attempts · queued {agoInWords(job.created_at).toLowerCase()} ·{" "}
        {timeOf(job)}
      </p>
      {job.error !== null && <p className="break-words whitespace-pre-line text-error">{job.error}</p>}
    </article>
  );
}

function timeOf({ state, run_at }: StaffJob): string {
  const when = momentInWords(run_at);
  if (state === "running") return "running now";
  return state === "failed" ? `last tried after ${when}` : `runs on ${when}`;
}
