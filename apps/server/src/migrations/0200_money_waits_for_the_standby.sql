-- A transaction that writes money commits once a standby has it on disk, where the server names one
-- (synchronous_standby_names); all others commit as the server is set up. By trigger, so that no writer forgets it.
-- docs/decisions/0096-money-waits-for-the-standby.md

create function wait_for_standby() returns trigger language plpgsql as $$
begin
  if current_setting('synchronous_standby_names') <> '' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  return null;
end $$;

create trigger ledger_transfers_wait_for_standby after insert or update on ledger_transfers
  for each statement execute function wait_for_standby();
create trigger referrals_wait_for_standby after insert or update on referrals
  for each statement execute function wait_for_standby();
create trigger subscriptions_wait_for_standby after insert or update on subscriptions
  for each statement execute function wait_for_standby();
create trigger invoices_wait_for_standby after insert or update on invoices
  for each statement execute function wait_for_standby();
create trigger refunds_wait_for_standby after insert or update on refunds
  for each statement execute function wait_for_standby();
create trigger payouts_wait_for_standby after insert or update on payouts
  for each statement execute function wait_for_standby();
create trigger payout_batches_wait_for_standby after insert or update on payout_batches
  for each statement execute function wait_for_standby();
