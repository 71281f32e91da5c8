-- A replacement that costs more or less than what was bought. `difference_paise`, with tax: above 0 the customer pays it before the
-- exchange is approved, below 0 it goes back when the exchange is done. It stays as it was when the replacement was chosen.
alter table exchanges
  add column difference_paise integer not null default 0,
  add column difference_method text check (difference_method in ('cash', 'upi', 'other')),
  add column difference_reference text,
  -- When it was paid, or began to go back.
  add column difference_settled_at timestamptz;
