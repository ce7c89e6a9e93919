-- When the payment that earned a reward was refunded while the reward was in a payout. If the payout fails, it is taken back.
alter table referrals add column refunded_at timestamptz;
