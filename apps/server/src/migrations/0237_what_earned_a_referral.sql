-- What earned the reward of a referral, so that a refund takes back only what the payment earned. Null for those credited
-- before, and by the previous release.
alter table referrals add column earned_by text check (earned_by in ('verified', 'first_payment'));
