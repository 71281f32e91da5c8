-- Photos of buyers with their reviews; the files are in the data folder. Shown once staff has approved them.
create table review_photos (
  id text primary key,
  review_id text not null references reviews (id) on delete cascade,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now(),
  approved_at timestamptz
);
create index review_photos_of_review on review_photos (review_id);
create index review_photos_waiting on review_photos (created_at, id) where approved_at is null;
