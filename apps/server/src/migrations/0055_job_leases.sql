-- A worker renews the locks of the jobs it runs. docs/decisions/0035-lanes-and-leases.md

-- Workers that renew their locks: only theirs may be taken away when they are not renewed any more. One of a previous
-- release is not in here, and graphile-worker's own four hours apply to it.
create table workers (
  id      text primary key,                   -- as graphile-worker writes it into `locked_by`
  seen_at timestamptz not null default now()
);

-- How often a worker died while it ran a job. These are not the job's own failures: those are its `attempts`.
create table job_crashes (
  job_id     bigint primary key,
  crashes    integer not null check (crashes > 0),
  crashed_at timestamptz not null default now()
);
