-- Customers and words on the staff site: who is found by what, reviews by state, drafts of the newsletter, the log, and keys of programs.

create index customers_by_time on customers (created_at desc, id) where email is not null;
create index customers_by_email on customers (email text_pattern_ops) where email is not null;
-- Of any state: what somebody bought, and why they can't be erased yet.
create index orders_by_customer on orders (customer_id);
create index addresses_by_phone on addresses (right(regexp_replace(phone_number, '\D', '', 'g'), 10));

create index reviews_by_time on reviews (created_at desc, id);
create index reviews_unanswered on reviews (created_at desc, id) where answer is null and hidden_at is null and not demonstration;
create index reviews_answered on reviews (created_at desc, id) where answer is not null and hidden_at is null;
create index reviews_hidden on reviews (created_at desc, id) where hidden_at is not null;
create index reviews_of_customer on reviews (customer_id, created_at desc);

-- Photos that staff rejected, for as long as that can be taken back. Nobody sees them.
create table rejected_photos (
  id text primary key,
  review_id text not null references reviews (id) on delete cascade,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  approved_at timestamptz,
  rejected_at timestamptz not null default now()
);
create index rejected_photos_old on rejected_photos (rejected_at);

-- Sending stops between two batches, and can go on. `recipients`: how many subscribers there were at its start.
alter table newsletters add column stopped_at timestamptz;
alter table newsletters add column recipients integer;

-- Texts of the newsletter that are being written; one that is sent becomes a newsletter.
create table newsletter_drafts (
  id text primary key,
  subject text not null,
  body text not null,
  -- Grows with each change, so that nobody overwrites a change that they haven't seen.
  version integer not null default 1,
  changed_at timestamptz not null default now()
);

-- A text that somebody looks at as a mail while writing it. Rows of a moment, which a crash may lose.
create unlogged table newsletter_previews (
  staff_id text primary key references staff (id) on delete cascade,
  subject text not null,
  body text not null
);

-- The ids of a stretch of time are read from the index alone.
drop index audit_log_by_time;
create index audit_log_by_time on audit_log (at, id);
create index audit_log_of_actor_action on audit_log (actor_id, action, id) where actor_id is not null;

-- Keys of programs that call the staff site's API. Of a key only the digest is stored.
create table api_keys (
  id text primary key,
  digest bytea not null unique,
  name text not null,
  -- What it may do: names of `staff/scope-rules.ts`.
  scopes text[] not null,
  -- The owner who made it; it ends with their access.
  staff_id text not null references staff (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz
);
-- Two keys of one name can't be told apart, and a form sent twice makes one.
create unique index api_keys_by_name on api_keys (lower(name)) where ended_at is null;
