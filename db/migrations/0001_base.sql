-- What every feature stands on: the range, its stock, the people, where they live.
-- Ids are text: a product's is its readable slug, all others are 22 characters of base64url made by the shop.

create table products (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 100),
  name text not null,
  price_paise integer not null check (price_paise >= 0),
  description text not null default '',
  category text not null,
  subcategory text not null default '',
  pattern text not null default '',
  fabric text not null default '',
  fit text not null default '',
  -- In the order in which the owner lists them; the first one's picture is the card's.
  colors text[] not null,
  -- [{src, alt, color, view, width, height, tone}]: src is an address below /media or https.
  pictures jsonb not null default '[]',
  -- What the specification has no field for: care, gsm, countryOfOrigin, measurements, badge.
  details jsonb not null default '{}',
  -- Rank in the two rows of the home page; null where the product is in none.
  latest_rank integer,
  top_rank integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  words tsvector generated always as (
    setweight(to_tsvector('english', name), 'A') ||
    setweight(to_tsvector('english', category || ' ' || subcategory || ' ' || pattern || ' ' || fabric || ' ' || fit), 'B') ||
    setweight(to_tsvector('english', description), 'C')
  ) stored
);

create index products_by_price on products (price_paise, id);
create index products_by_words on products using gin (words);

-- A size of a product has an id of its own on the wire (SPEC 3: sizes[] of {_id, size, quantity}).
create table sizes (
  id text primary key,
  product_id text not null references products (id) on delete cascade,
  size text not null,
  position integer not null,
  unique (product_id, size)
);

-- One row for each size of each colour of each product. What can still be bought is on_hand - reserved.
create table stock (
  sku text primary key,
  product_id text not null references products (id) on delete cascade,
  color text not null,
  size text not null,
  position integer not null default 0,
  on_hand integer not null check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  unique (product_id, color, size),
  check (reserved <= on_hand)
);

create table customers (
  id text primary key,
  -- Canonical: trimmed, NFC, lower case, domain in ASCII. Null for the authors of sample reviews, who can't sign in.
  email text unique,
  name text not null,
  created_at timestamptz not null default now()
);

create table addresses (
  id text primary key,
  customer_id text not null references customers (id) on delete cascade,
  first_name text not null default '',
  last_name text not null default '',
  phone_number text not null default '',
  email text not null default '',
  street_address text not null default '',
  country text not null default 'India' check (country in ('India', 'USA')),
  town_city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);

create index addresses_of_customer on addresses (customer_id, created_at);
create unique index one_default_address on addresses (customer_id) where is_default;

-- Every instance keeps pages and the filter index in memory. Any write to the range or its stock, by whatever program,
-- tells them which products changed; too many to name, or a payload past the limit of 8,000 bytes, is told as '*'.
create function tell_products(ids text[]) returns void language plpgsql as $$
declare payload text;
begin
  if ids is null or cardinality(ids) = 0 then return; end if;
  payload := case when cardinality(ids) > 60 then '*' else array_to_string(ids, ' ') end;
  perform pg_notify('products_changed', payload);
end $$;

create function products_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_products((select array_agg(id) from (select distinct id from old_rows limit 61) as d));
  else
    perform tell_products((select array_agg(id) from (select distinct id from new_rows limit 61) as d));
  end if;
  return null;
end $$;

create function stock_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_products((select array_agg(product_id) from (select distinct product_id from old_rows limit 61) as d));
  else
    perform tell_products((select array_agg(product_id) from (select distinct product_id from new_rows limit 61) as d));
  end if;
  return null;
end $$;

create trigger products_inserted after insert on products referencing new table as new_rows
  for each statement execute function products_written();
create trigger products_updated after update on products referencing new table as new_rows
  for each statement execute function products_written();
create trigger products_deleted after delete on products referencing old table as old_rows
  for each statement execute function products_written();
create trigger stock_inserted after insert on stock referencing new table as new_rows
  for each statement execute function stock_written();
create trigger stock_updated after update on stock referencing new table as new_rows
  for each statement execute function stock_written();
create trigger stock_deleted after delete on stock referencing old table as old_rows
  for each statement execute function stock_written();
