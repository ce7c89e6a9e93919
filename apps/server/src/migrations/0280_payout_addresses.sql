-- The PayPal address that a payout goes to, as it was when its batch was made: the earner may choose another one until it is
-- paid. Payouts by another method, and of earlier releases, have none.
alter table payouts add column encrypted_address bytea;
