-- The languages in which this worker can make captions. Those of the previous release do not say.
alter table workers add column speech_languages text[] not null default '{}';
