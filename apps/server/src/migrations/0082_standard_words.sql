-- Tables and columns by the words that the field uses for them. Nothing but names changes.
--
-- The release before this one reads the old names: stop it before this one starts (docs/operations.md).

alter table content_hours rename to content_hourly_stats;
alter table sign_in_tries rename to login_attempts;
alter table public_numbers rename to site_stats;

alter table earner_profiles rename sealed_ssn to encrypted_ssn;
alter table recruiting_links rename sealed_token to encrypted_token;
alter table registrations rename sealed_draft to encrypted_draft;
alter table sign_up_drafts rename sealed_draft to encrypted_draft;
alter table two_factor rename sealed_secret to encrypted_secret;

alter table contents rename removed_at to deleted_at;
alter table devices rename removed_at to deleted_at;
alter table payment_methods rename removed_at to deleted_at;

alter table uploads rename check_ok to is_valid;
alter table uploads rename check_fault to validation_error;
alter table live_rooms rename told_at to published_at;
alter table sandbox_invoices rename tries to attempts;

-- Constraints and indexes are named after their table and columns.
do $$
declare
  found record;
  renames constant text[][] := array[
    ['content_hours', 'content_hourly_stats'], ['sign_in_tries', 'login_attempts'], ['public_numbers', 'site_stats'],
    ['sealed_', 'encrypted_'], ['removed', 'deleted'], ['check_ok', 'is_valid'], ['check_fault', 'validation_error'],
    ['sandbox_invoices_tries', 'sandbox_invoices_attempts']];
  pair text[];
begin
  foreach pair slice 1 in array renames loop
    for found in
      select c.conrelid::regclass as place, c.conname as name from pg_constraint c
      where c.connamespace = current_schema()::regnamespace and c.conname like '%' || replace(pair[1], '_', '\_') || '%'
        and c.conrelid <> 0
    loop
      execute format('alter table %s rename constraint %I to %I', found.place, found.name,
        replace(found.name, pair[1], pair[2]));
    end loop;
    for found in
      select i.indexname as name from pg_indexes i
      where i.schemaname = current_schema() and i.indexname like '%' || replace(pair[1], '_', '\_') || '%'
    loop
      execute format('alter index %I rename to %I', found.name, replace(found.name, pair[1], pair[2]));
    end loop;
  end loop;
end $$;
