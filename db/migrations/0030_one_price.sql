-- What an order's discounts took off, frozen with it: by line, off the delivery fee, and by offer (name, code, amount). Nothing has
-- any yet.
alter table orders
  add column discounts jsonb not null default '[]',
  add column discount_paise integer not null default 0 check (discount_paise >= 0),
  add column delivery_discount_paise integer not null default 0 check (delivery_discount_paise >= 0),
  -- For paying in cash.
  add column cash_fee_paise integer not null default 0 check (cash_fee_paise >= 0),
  -- The shopper's words for the courier, and a business buyer's number.
  add column note text not null default '',
  add column gstin text not null default '',
  drop constraint orders_total,
  add constraint orders_total check (total_paise = goods_paise - discount_paise + delivery_paise - delivery_discount_paise
    + cash_fee_paise + tax_paise);
alter table order_lines
  add column discount_paise integer not null default 0 check (discount_paise between 0 and price_paise::bigint * quantity);
