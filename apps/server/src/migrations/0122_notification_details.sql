-- What a notification about the account itself names: an amount, a date, a device, the reason of a decision.
alter table notifications add column detail text;
