-- Staff find whoever asks about a charge by the last four digits of the card.
create index payment_methods_last4 on payment_methods (last4, account_id);
