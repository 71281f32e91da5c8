-- Each instance has the running offers in memory: it reads them again when one changes, though not with each use of one.
create trigger offers_changed after insert or delete or update of name, kind, value, buy_quantity, buy_free, goal, products, codes,
  minimum_goods_paise, minimum_pieces, from_day, to_day, limit_total, limit_per_customer, limit_budget_paise, who, emails, online_only,
  combines, state on offers for each statement execute function notify_public_changed('offers');
create trigger offer_codes_changed after insert or delete or update of code, offer_id, written on offer_codes
  for each statement execute function notify_public_changed('offers');

-- One shopper by three keys (account, phone, address): how often they used an offer, and whether they ordered before.
create function buyer_phone(address jsonb) returns text immutable parallel safe language sql as $$
  select nullif(right(regexp_replace(coalesce(address ->> 'phoneNumber', ''), '\D', '', 'g'), 10), '')
$$;
create function buyer_place(address jsonb) returns text immutable parallel safe language sql as $$
  select nullif(lower(regexp_replace(coalesce(address ->> 'streetAddress', '') || coalesce(address ->> 'zipCode', ''), '[^[:alnum:]]', '', 'g')), '')
$$;
create index orders_by_buyer_phone on orders (buyer_phone(address));
create index orders_by_buyer_place on orders (buyer_place(address));
