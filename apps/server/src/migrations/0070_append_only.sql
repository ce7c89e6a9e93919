-- What was paid is not emptied either: a trigger for each row does not see a TRUNCATE. The tables beside it, without
-- which nobody could say who paid for what, are changed and deleted from by the row, and never emptied as a whole.

create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is not emptied', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger invoices_no_truncate before truncate on invoices for each statement execute function refuse_truncate();
create trigger invoice_lines_no_truncate before truncate on invoice_lines for each statement execute function refuse_truncate();
create trigger refunds_no_truncate before truncate on refunds for each statement execute function refuse_truncate();
create trigger subscriptions_no_truncate before truncate on subscriptions for each statement execute function refuse_truncate();
create trigger payment_methods_no_truncate before truncate on payment_methods for each statement execute function refuse_truncate();
create trigger billing_customers_no_truncate before truncate on billing_customers for each statement execute function refuse_truncate();
create trigger plan_prices_no_truncate before truncate on plan_prices for each statement execute function refuse_truncate();
-- Each event of the provider works once: without its row it would work again.
create trigger webhook_events_no_truncate before truncate on webhook_events for each statement execute function refuse_truncate();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts for each statement execute function refuse_truncate();
create trigger ledger_checkpoints_no_truncate before truncate on ledger_checkpoints for each statement execute function refuse_truncate();
create trigger referrals_no_truncate before truncate on referrals for each statement execute function refuse_truncate();
create trigger referral_codes_no_truncate before truncate on referral_codes for each statement execute function refuse_truncate();
