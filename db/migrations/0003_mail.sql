-- Mail waits here until a mail server has taken it: written in the transaction that it tells about, sent outside of any.
-- Limits and keyed calls stand here too, so that they hold over all instances of the shop.

create table outbox (
  -- Also the mail's Message-ID, so that a mail that was sent twice after a crash can be told from two mails.
  id text primary key,
  seq bigint generated always as identity,
  recipient text not null,
  -- Emptied together with the bodies once the mail is done with: a login code must not stay behind.
  subject text not null,
  body_text text not null,
  body_html text,
  secret boolean not null,
  -- A mail that makes no sense any more after this moment is not sent.
  expires_at timestamptz,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  -- Whose turn it is: an instance that dies while sending loses its claim when the lease ends.
  leased_until timestamptz,
  lease text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  outcome text check (outcome in ('sent', 'expired', 'refused')),
  last_error text,
  check ((done_at is null) = (outcome is null))
);

create index outbox_due on outbox (due_at, seq) where done_at is null;
create index outbox_done on outbox (done_at) where done_at is not null;

-- One row for each counted event, so that a limit is exact over any stretch of time and not per calendar minute.
create table limit_hits (
  bucket text not null,
  hit_at timestamptz not null,
  keep_until timestamptz not null
);

create index limit_hits_of_bucket on limit_hits (bucket, hit_at desc);
create index limit_hits_old on limit_hits (keep_until);

-- Counts one event in a bucket and answers 0, or answers the seconds to wait and counts nothing. Parallel calls for
-- one bucket wait for each other; the time is read after the wait.
create function take_limit(wanted text, maxima integer[], spans integer[]) returns integer language plpgsql as $$
declare
  moment timestamptz;
  last_free timestamptz;
  wait double precision := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended(wanted, 4116));
  moment := clock_timestamp();
  for i in 1 .. cardinality(maxima) loop
    select hit_at into last_free from limit_hits
      where bucket = wanted and hit_at > moment - make_interval(secs => spans[i])
      order by hit_at desc offset maxima[i] - 1 limit 1;
    if found then
      wait := greatest(wait, extract(epoch from last_free + make_interval(secs => spans[i]) - moment));
    end if;
  end loop;
  if wait > 0 then return ceil(wait)::integer; end if;
  insert into limit_hits (bucket, hit_at, keep_until)
    values (wanted, moment, moment + make_interval(secs => (select max(span) from unnest(spans) as span)));
  return 0;
end $$;

-- The first answer to a keyed call (Idempotency-Key); status is null while the call is under way.
create table keyed_calls (
  scope text not null,
  key text not null,
  payload bytea not null,
  run text not null,
  started_at timestamptz not null default now(),
  status integer,
  headers jsonb,
  body text,
  primary key (scope, key)
);

create index keyed_calls_old on keyed_calls (started_at);
