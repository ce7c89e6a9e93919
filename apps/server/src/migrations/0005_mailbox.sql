-- Where mails go on a machine without a mail server; shown at /dev/mailbox, never filled in production.

create table mailbox (
  id        uuid primary key,                -- the mail's own: a mail that is sent twice arrives once
  recipient text not null,
  subject   text not null,
  text      text not null,
  html      text not null,
  links     text[] not null,
  sent_at   timestamptz not null default now()
);
create index mailbox_listed on mailbox (sent_at desc, id desc);
