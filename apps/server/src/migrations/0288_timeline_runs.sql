-- The first run that showed each second at the same time as the run that counts; null: that run itself. A video that is
-- processed again keeps it, and so its retention curve and what people were watching.
alter table contents add column timeline_run text;
