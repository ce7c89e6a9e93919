-- `email_frequency` took its place in 0115, and no release since has read or written it.
alter table notification_settings drop column email;
