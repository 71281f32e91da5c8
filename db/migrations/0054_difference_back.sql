-- Where staff want what a replacement costs less to go (null: to where it was paid from), and when what was paid for one that never came began to go back.
alter table exchanges
  add column difference_to text check (difference_to in ('source', 'credit')),
  add column difference_returned_at timestamptz;
