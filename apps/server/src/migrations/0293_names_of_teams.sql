-- Whose channel such a notification names was not kept, so the name would outlast an account that is erased.
update notifications set detail = null where cause like 'team_role_changed:%' or cause like 'team_removed:%';
