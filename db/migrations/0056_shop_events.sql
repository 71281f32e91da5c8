-- What happened in the shop, for the owner's mails and the outgoing webhooks. Names no person; kept for a month.
create table shop_events (
  id bigint generated always as identity primary key,
  type text not null,
  -- Such as order:ID; the events of one subject are delivered in order.
  subject text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- When the owner's mail about it was written, or was not wanted.
  mailed_at timestamptz,
  delivered_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Until then it is tried.
  expires_at timestamptz not null default now() + interval '1 day',
  -- Of the last attempt: the HTTP status, or why there was no response.
  last_result text
);
create index shop_events_to_deliver on shop_events (subject, id) where delivered_at is null;
create index shop_events_to_mail on shop_events (id) where mailed_at is null;

-- The days for which the owner's digest was written.
create table owner_digests (day date primary key);
