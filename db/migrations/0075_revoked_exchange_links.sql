-- Links to pay for an exchange that staff revoked: they say so. How many an exchange has is part of its next link's token.
create table revoked_exchange_links (
  -- SHA-256 of its token.
  token_hash bytea primary key,
  exchange_id text not null references exchanges (id) on delete cascade,
  revoked_at timestamptz not null default now()
);
create index revoked_links_of_exchange on revoked_exchange_links (exchange_id);
