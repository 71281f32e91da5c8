-- What visitors write to the shop, and who wants its newsletter.

create table contact_messages (
  id text primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  message text not null,
  created_at timestamptz not null default now()
);

create index contact_messages_by_age on contact_messages (created_at desc);

create table subscribers (
  email text primary key,
  -- Stands in the links to confirm and to leave; it can do nothing else.
  token text not null unique,
  created_at timestamptz not null default now(),
  -- Null until the owner of the mailbox has said yes: before that nothing but the question is sent.
  confirmed_at timestamptz
);
