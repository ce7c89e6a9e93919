-- An address whose owner did not sign up is free for them. Until now the paid sign-up kept its unique key.
update accounts set email_key = 'disowned ' || id
where email_disowned_at is not null and email_verified_at is null and erased_at is null;
