-- The desk of the staff site: exchanges by what they wait for, threads of messages, saved replies, and who has which record open.

-- What an exchange waits for. One whose replacement arrived, or that was refunded, waits on for the old piece; one that was
-- cancelled when its replacement was on its way waits for that.
create function exchange_state(status text, hold text, cancelled_at timestamptz, received_at timestamptz, refusal text,
  refunded_at timestamptz) returns text language sql immutable
  return case
    when refusal is not null then 'refused'
    when cancelled_at is not null then
      case when received_at is null and (hold = 'taken' or refunded_at is not null) then 'on-the-way' else 'done' end
    when status = 'ordered' then 'waiting'
    when status = 'delivered' then case when received_at is null then 'on-the-way' else 'done' end
    when received_at is not null then 'received'
    when status = 'packaging' then 'approved'
    else 'on-the-way'
  end;
create index exchanges_by_state on exchanges
  (exchange_state(status, hold, cancelled_at, received_at, refusal, refunded_at), requested_at, id);

-- Messages that need no answer can be hidden. An answer settles the earlier messages of its address, too: they have the
-- time, and the text stands with the message that it quotes.
alter table contact_messages add column hidden_at timestamptz;
alter table contact_messages add column answered_by text;
create index contact_messages_waiting on contact_messages (created_at, id) where answered_at is null and hidden_at is null;
create index contact_messages_of_address on contact_messages (lower(email), created_at);

-- Texts that staff answer with. A deleted one can be brought back.
create table saved_replies (
  id text primary key,
  title text not null,
  text text not null,
  version integer not null default 1,
  deleted_at timestamptz
);

-- Who has which record open. Rows of a minute, which a crash may lose.
create unlogged table staff_presence (
  staff_id text not null references staff (id) on delete cascade,
  subject text not null,
  seen_at timestamptz not null default now(),
  primary key (staff_id, subject)
);
