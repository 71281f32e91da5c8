-- The office of the staff site: products that two people change at once, lists over all of them, bulk changes, imports on screen.

-- A new product is a draft: in no list and 404, until it's published.
alter table products drop constraint products_state_check;
alter table products add constraint products_state_check check (state in ('draft', 'published', 'hidden', 'archived'));

-- The version grows with each change of the product itself, which a sale isn't. `field_versions` has the version that last changed
-- each column and each key of `details`, by its name; `variants` and `scheduled` are written by whoever changes those rows.
alter table products
  add column version integer not null default 1,
  add column field_versions jsonb not null default '{}';

create function products_version() returns trigger language plpgsql as $$
declare changed text[];
begin
  changed := array_remove(array[
    case when new.name is distinct from old.name then 'name' end,
    case when new.price_paise is distinct from old.price_paise then 'price_paise' end,
    case when new.mrp_paise is distinct from old.mrp_paise then 'mrp_paise' end,
    case when new.state is distinct from old.state then 'state' end,
    case when new.description is distinct from old.description then 'description' end,
    case when new.category is distinct from old.category then 'category' end,
    case when new.subcategory is distinct from old.subcategory then 'subcategory' end,
    case when new.pattern is distinct from old.pattern then 'pattern' end,
    case when new.fabric is distinct from old.fabric then 'fabric' end,
    case when new.fit is distinct from old.fit then 'fit' end,
    case when new.colors is distinct from old.colors then 'colors' end,
    case when new.pictures is distinct from old.pictures then 'pictures' end,
    case when new.latest_rank is distinct from old.latest_rank then 'latest_rank' end,
    case when new.top_rank is distinct from old.top_rank then 'top_rank' end,
    case when new.position is distinct from old.position then 'position' end,
    case when new.moved_from is distinct from old.moved_from then 'moved_from' end,
    case when new.created_at is distinct from old.created_at then 'created_at' end], null);
  if new.details is distinct from old.details then
    changed := changed || array(select key from jsonb_object_keys(old.details || new.details) as keys(key)
      where (old.details -> key) is distinct from (new.details -> key));
  end if;
  if cardinality(changed) = 0 and new.field_versions = old.field_versions then return new; end if;
  new.version := old.version + 1;
  new.field_versions := new.field_versions
    || coalesce((select jsonb_object_agg(field, new.version) from unnest(changed) as fields(field)), '{}');
  return new;
end $$;
create trigger products_versioned before update on products for each row execute function products_version();

-- The product list: newest first, of one state, found by the words of name and id, by SKU, by what runs out.
create index products_by_state on products (state, created_at desc, id);
create index products_found_by on products using gin (search_words(name || ' ' || id)) with (fastupdate = off);
create index stock_found_by_sku on stock (lower(sku) collate "C");
create index stock_by_available on stock ((on_hand - reserved), sku);
create index product_changes_of_product on product_changes (product_id, due_at);

-- The products that a bulk change was shown for: it changes these, whatever matches by then. Kept for a day.
create table product_selections (
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  product_ids text[] not null,
  created_at timestamptz not null default now()
);
create index product_selections_old on product_selections (created_at);

-- Imports by the staff site: the file, how far it is, and what it changes. Any instance shows them; the one that took a file works on it.
create table import_runs (
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  file_name text not null,
  -- Compressed; null once it isn't needed any more.
  content bytea,
  -- What the person chose: whether known SKUs get the file's stock.
  options jsonb not null,
  state text not null check (state in ('reading', 'ready', 'applying', 'applied', 'refused')),
  progress jsonb not null default '{}',
  -- The report of the check, then of the import.
  report jsonb,
  -- The number by which the import is taken back.
  import_id bigint,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  -- While it's worked on, refreshed every few seconds: an old one means that the process ended.
  beat_at timestamptz not null default now()
);
create index import_runs_by_age on import_runs (created_at desc, id);
