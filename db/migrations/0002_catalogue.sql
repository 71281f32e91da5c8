-- Products, their stock, and what the home page and the listing show of them.

create table products (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 100),
  name text not null,
  price_paise integer not null check (price_paise >= 0),
  -- The maximum retail price printed on the product; if it is above the price, it is shown struck through.
  mrp_paise integer,
  -- published; hidden: in no list and 404; archived: in no list and 410. Orders show products of all states.
  state text not null default 'published' check (state in ('published', 'hidden', 'archived')),
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
  -- Rank in the two rows of the home page; null if the product isn't in that row.
  latest_rank integer,
  top_rank integer,
  -- The owner's manual order: products with a position come first if nothing else sorts, the others follow by price.
  position integer,
  -- Paths of the product's page in the shop that the owner ran before, unless the shop knows their form; they redirect to it.
  moved_from text[] not null default '{}',
  -- Part of the demonstration, which is removed as one.
  demonstration boolean not null default false,
  created_at timestamptz not null default now(),
  constraint products_mrp_not_below_price check (mrp_paise >= price_paise)
);
create index products_by_price on products (price_paise, id);
-- The order of the listing, byte by byte as the index in memory compares ids; a collation would skip the hyphens.
create index products_in_order on products (price_paise, (id collate "C"));
create index products_by_age on products (created_at desc, id);
create index products_moved_from on products using gin (moved_from);

-- A size of a product has an id of its own on the wire (SPEC 3: sizes[] of {_id, size, quantity}).
create table sizes (
  id text primary key,
  product_id text not null references products (id) on delete cascade,
  size text not null,
  position integer not null,
  unique (product_id, size)
);

-- One row for each size of each colour of each product. What can be bought is on_hand - reserved.
create table stock (
  sku text primary key,
  product_id text not null references products (id) on delete cascade,
  color text not null,
  size text not null,
  position integer not null default 0,
  on_hand integer not null check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  -- Checked at the end of the statement: an import that corrects two mistaken colours swaps the SKUs of a product.
  unique (product_id, color, size) deferrable,
  constraint stock_reserved_on_hand check (reserved <= on_hand)
);

-- Why stock is what it is: one row for each change. For every SKU the sums of the deltas are its stock. SKUs outlive their
-- stock row here, so nothing references it.
create table stock_ledger (
  id bigint generated always as identity primary key,
  sku text not null,
  delta_on_hand integer not null default 0,
  delta_reserved integer not null default 0,
  reason text not null,
  order_id text,
  exchange_id text,
  at timestamptz not null default now(),
  constraint stock_ledger_has_change check (delta_on_hand <> 0 or delta_reserved <> 0)
);
create index stock_ledger_of_sku on stock_ledger (sku);
create index stock_ledger_of_order on stock_ledger (order_id) where order_id is not null;
create index stock_ledger_of_exchange on stock_ledger (exchange_id) where exchange_id is not null;
create trigger forbid_ledger_changes before update or delete on stock_ledger
  for each statement execute function forbid_changes('the stock ledger is append-only');

-- From how many left on a SKU counts as low. Apart from stock: a SKU that passes to another product keeps its level, and
-- setting one invalidates no page.
create table stock_levels (
  sku text primary key,
  low integer not null check (low >= 0)
);

-- Where a SKU lies in the stockroom. Apart from stock for the same reason.
create table sku_places (
  sku text primary key,
  place text not null check (place <> '')
);

-- What a large import still has to add to SKUs that were on sale already. It is written with the import, all or nothing, and
-- moved into stock a few products at a time, so that no order waits; whichever instance finds rows here finishes it.
create table pending_stock (
  sku text primary key,
  product_id text not null,
  delta integer not null
);
create index pending_stock_by_product on pending_stock (product_id, sku);

-- Scheduled changes of products. An applied row is deleted; the audit log has what it changed.
create table product_changes (
  id bigint generated always as identity primary key,
  product_id text not null references products (id) on delete cascade,
  due_at timestamptz not null,
  -- {state} or {price, mrp} in rupees, as staff wrote them.
  change jsonb not null,
  actor jsonb not null,
  created_at timestamptz not null default now()
);
create index product_changes_due on product_changes (due_at);

-- Views of the product page. Apart from products: counting one must not invalidate a page.
create table product_views (
  product_id text primary key references products (id) on delete cascade,
  views bigint not null default 0
);
create index product_views_most on product_views (views desc);

-- Who viewed a product lately, as a digest; a second view within the hour doesn't count.
create table product_viewers (
  product_id text not null references products (id) on delete cascade,
  client bytea not null,
  seen_at timestamptz not null default now(),
  primary key (product_id, client)
);
create index product_viewers_by_age on product_viewers (seen_at);

-- How many paid orders have two products together. Orders are counted once, after they were paid.
create table bought_together (
  product_id text not null references products (id) on delete cascade,
  other_id text not null references products (id) on delete cascade,
  orders integer not null check (orders > 0),
  primary key (product_id, other_id)
);

-- What the owner shows with a product, in this order.
create table goes_with (
  product_id text not null references products (id) on delete cascade,
  other_id text not null references products (id) on delete cascade,
  position integer not null,
  primary key (product_id, other_id),
  constraint goes_with_another check (product_id <> other_id)
);

-- At most one row: the home page's banner.
create table banner (
  one boolean primary key default true check (one),
  url text not null
);

-- Origins of pictures that stay at their https addresses; the pages' content security policy allows them. The import adds to them.
create table picture_origins (
  origin text primary key
);

-- Every instance caches pages and has the product index in memory. Whatever program writes to the catalogue or its stock, triggers
-- notify the instances of the products that changed; more than 60 are '*', because 60 ids of 100 characters
-- fit pg_notify's 8,000 bytes.
create function notify_products_changed(ids text[]) returns void language plpgsql as $$
declare payload text;
begin
  if ids is null or cardinality(ids) = 0 then return; end if;
  payload := case when cardinality(ids) > 60 then '*' else array_to_string(ids, ' ') end;
  perform pg_notify('products_changed', payload);
end $$;

create function products_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform notify_products_changed((select array_agg(id) from (select distinct id from old_rows limit 61) as d));
  else
    perform notify_products_changed((select array_agg(id) from (select distinct id from new_rows limit 61) as d));
  end if;
  return null;
end $$;

create function stock_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform notify_products_changed((select array_agg(product_id) from (select distinct product_id from old_rows limit 61) as d));
  else
    perform notify_products_changed((select array_agg(product_id) from (select distinct product_id from new_rows limit 61) as d));
  end if;
  return null;
end $$;

create trigger products_inserted after insert on products referencing new table as new_rows
  for each statement execute function products_changed();
create trigger products_updated after update on products referencing new table as new_rows
  for each statement execute function products_changed();
create trigger products_deleted after delete on products referencing old table as old_rows
  for each statement execute function products_changed();
create trigger stock_inserted after insert on stock referencing new table as new_rows
  for each statement execute function stock_changed();
create trigger stock_updated after update on stock referencing new table as new_rows
  for each statement execute function stock_changed();
create trigger stock_deleted after delete on stock referencing old table as old_rows
  for each statement execute function stock_changed();

create function notify_all_products_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('products_changed', '*');
  return null;
end $$;

create trigger banner_changed after insert or update or delete on banner
  for each statement execute function notify_public_changed('banner');
-- Every page's content security policy names the hosts of pictures, so another banner invalidates all pages.
create trigger banner_policy_changed after insert or update or delete on banner
  for each statement execute function notify_all_products_changed();
