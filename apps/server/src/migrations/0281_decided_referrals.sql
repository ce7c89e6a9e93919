-- When staff decided about a flagged referral, for their list. Earlier decisions have none, and stay in the order of the rewards.
alter table referrals add column reviewed_at timestamptz;
create index referrals_reviewed on referrals (coalesce(reviewed_at, credited_at) desc, referred_id desc)
  where review = 'cleared';
