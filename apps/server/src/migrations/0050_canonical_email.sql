-- The mailbox behind an address: two addresses with the same canonical form reach the same person. It is for
-- comparing only; mail goes to the address as it was typed. See decision 0033.
create function canonical_email(address text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  email   text := lower(normalize(btrim(address), NFC));
  host    text := substring(email from '[^@]*$');
  mailbox text := left(email, -length(host) - 1);
begin
  -- Providers that deliver several domains to the same mailboxes.
  host := case
    when host = 'googlemail.com' then 'gmail.com'
    when host in ('me.com', 'mac.com') then 'icloud.com'
    when host in ('protonmail.com', 'protonmail.ch', 'pm.me') then 'proton.me'
    when host in ('ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua') then 'yandex.ru'
    else host
  end;
  -- Fastmail: anything@maya.fastmail.com reaches maya@fastmail.com.
  if host ~ '^[^.]+\.fastmail\.(com|fm)$' then
    mailbox := split_part(host, '.', 1);
    host := substring(host from 'fastmail\.[a-z]+$');
  end if;
  -- A tag after the plus sign, at every provider. An address that begins with one has nothing else.
  mailbox := regexp_replace(mailbox, '(?<=.)\+.*$', '');
  -- Yahoo's disposable addresses are base-keyword; its account names have no hyphen.
  if host ~ '^yahoo\.((com?\.)?[a-z]{2}|com)$' or host in ('ymail.com', 'rocketmail.com') then
    mailbox := regexp_replace(mailbox, '(?<=.)-.*$', '');
  end if;
  -- What the provider does not tell apart in a name.
  mailbox := case host
    when 'gmail.com' then replace(mailbox, '.', '')
    when 'proton.me' then translate(mailbox, '._-', '')
    when 'yandex.ru' then replace(mailbox, '-', '.')
    else mailbox
  end;
  return mailbox || '@' || host;
end $$;

create index accounts_of_mailbox on accounts (canonical_email(email_key));
