-- What staff does with reviews and messages, what is left of a customer who is forgotten, and the newsletter.
alter table reviews
  add column hidden_at timestamptz,
  add column answer text,
  add column answered_at timestamptz;
alter table contact_messages
  add column answer text,
  add column answered_at timestamptz;
alter table customers add column forgotten_at timestamptz;
-- Further headers of a mail, such as List-Unsubscribe: {name: value}
alter table outbox add column headers jsonb;

create table newsletters (
  id text primary key,
  subject text not null,
  -- Markdown
  body text not null,
  -- Of subject and body: only what was tested is sent, and the same is not sent twice.
  digest text not null unique,
  tested_at timestamptz,
  started_at timestamptz,
  -- The subscribers up to this address have it in the outbox.
  sent_until text not null default '',
  sent integer not null default 0,
  finished_at timestamptz
);
create index newsletters_to_send on newsletters (started_at) where started_at is not null and finished_at is null;
