-- Recorded before the provider is asked to cancel an unpaid order, so that a payment which it accepts meanwhile is
-- refunded instead of making a plan beside the next order.
alter table subscriptions add column abandoned_at timestamptz;
