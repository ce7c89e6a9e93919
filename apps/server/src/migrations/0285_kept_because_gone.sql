-- Whether what was reported was gone when staff kept it, so that the reporter does not read that it follows our guidelines.
alter table report_cases add column was_gone boolean not null default false;
