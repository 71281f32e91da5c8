-- Words that a search finds a product by: its colours too, which the plain column could not hold, because
-- array_to_string is only stable for types in general. For text it always gives the same.
create function joined_words(list text[]) returns text language sql immutable parallel safe
  return array_to_string(list, ' ');

drop index products_by_words;
alter table products drop column words;
alter table products add column words tsvector generated always as (
  setweight(to_tsvector('english', name), 'A') ||
  setweight(to_tsvector('english', category || ' ' || subcategory || ' ' || pattern || ' ' || fabric || ' ' || fit || ' ' ||
    joined_words(colors)), 'B') ||
  setweight(to_tsvector('english', description), 'C')
) stored;
create index products_by_words on products using gin (words);

-- The order of the listing, byte by byte as the index in memory compares ids; a collation would skip the hyphens.
create index products_in_order on products (price_paise, (id collate "C"));
create index products_by_age on products (created_at desc, id);

-- Why stock is what it is: one row for each change, never updated or deleted. For every sku the sums of the deltas are
-- its stock. Skus outlive their stock row here, so nothing references it.
create table stock_ledger (
  id bigint generated always as identity primary key,
  sku text not null,
  delta_on_hand integer not null default 0,
  delta_reserved integer not null default 0,
  why text not null,
  order_id text,
  at timestamptz not null default now(),
  check (delta_on_hand <> 0 or delta_reserved <> 0)
);
create index stock_ledger_of_sku on stock_ledger (sku);
create index stock_ledger_of_order on stock_ledger (order_id) where order_id is not null;

create function ledger_stands() returns trigger language plpgsql as $$
begin
  raise exception 'the stock ledger is append-only';
end $$;
create trigger stock_ledger_stands before update or delete on stock_ledger
  for each statement execute function ledger_stands();

-- Other public answers that instances keep: whatever program writes them, the names of the stale ones are told.
create function tell_public() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_changed', tg_argv[0]);
  return null;
end $$;

-- At most one row: the home page's banner.
create table banner (
  one boolean primary key default true check (one),
  url text not null
);
create trigger banner_written after insert or update or delete on banner
  for each statement execute function tell_public('banner');

-- Every page's policy names the hosts that pictures come from, so another banner makes all of them stale.
create function tell_everything() returns trigger language plpgsql as $$
begin
  perform pg_notify('products_changed', '*');
  return null;
end $$;
create trigger banner_policy after insert or update or delete on banner
  for each statement execute function tell_everything();

-- Origins of pictures that stay at their https addresses; the pages' policy allows these. The import adds to them.
create table picture_origins (
  origin text primary key
);

-- Views of the product page. Kept apart from products: counting one may not make a page stale.
create table product_views (
  product_id text primary key references products (id) on delete cascade,
  views bigint not null default 0
);
create index product_views_most on product_views (views desc);

-- Who looked lately, as a digest; a second look within the hour does not count.
create table product_viewers (
  product_id text not null references products (id) on delete cascade,
  client bytea not null,
  seen_at timestamptz not null default now(),
  primary key (product_id, client)
);
create index product_viewers_by_age on product_viewers (seen_at);
