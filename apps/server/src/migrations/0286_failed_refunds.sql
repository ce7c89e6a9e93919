-- A refund that the bank could not carry out after all is taken back by a second row with the negative amount.
alter table refunds drop constraint refunds_amount_cents_check, add constraint refunds_amount_cents_check check (amount_cents <> 0);
