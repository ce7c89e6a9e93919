-- The run that a trim is being cut into: the next attempt removes what a killed worker left of it.

alter table trims add column cutting_run text;
