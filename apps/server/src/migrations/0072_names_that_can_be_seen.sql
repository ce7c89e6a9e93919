-- Names that were entered before the contract took bidirectional controls and spaces of no width out of them. One that
-- holds nothing else stays as it is: it cannot be empty.
create function without_unseen(text) returns text language sql immutable as
$$ select btrim(regexp_replace($1, '[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]', '', 'g')) $$;

update channels set name = without_unseen(name) where without_unseen(name) not in (name, '');
update accounts set full_name = without_unseen(full_name) where without_unseen(full_name) not in (full_name, '');
update contents set title = without_unseen(title) where without_unseen(title) not in (title, '');
update earner_profiles set first_name = without_unseen(first_name) where without_unseen(first_name) not in (first_name, '');
update earner_profiles set last_name = without_unseen(last_name) where without_unseen(last_name) not in (last_name, '');
update earner_profiles set group_name = without_unseen(group_name) where without_unseen(group_name) not in (group_name, '');

drop function without_unseen(text);
