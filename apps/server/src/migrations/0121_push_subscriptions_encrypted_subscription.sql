-- As all encrypted columns are named, so that a new secret key forgets none.
alter table push_subscriptions rename encrypted to encrypted_subscription;
