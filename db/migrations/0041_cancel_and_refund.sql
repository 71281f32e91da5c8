-- A paid order may be cancelled: whole, when its money goes back and its pieces return to the stock, or some pieces of it.

alter table orders drop constraint orders_state_check;
alter table orders drop constraint orders_check1;
alter table orders drop constraint orders_check2;
alter table orders add constraint orders_state_check check (state in
  ('creating', 'awaiting_payment', 'paid', 'cancelled', 'expired', 'abandoned', 'refund_due', 'refunded'));
-- A cancelled order keeps the stage that it had reached.
alter table orders add constraint orders_status_if_placed check ((state in ('paid', 'cancelled')) = (status is not null));
alter table orders add constraint orders_payment_if_placed check (state not in ('paid', 'cancelled')
  or (payment_id is not null and paid_at is not null and estimated_at is not null));
alter table orders add column cancelled_at timestamptz;
alter table orders add column cancelled_by text check (cancelled_by in ('customer', 'staff', 'provider'));
alter table orders add column cancel_reason text;
alter table orders add constraint orders_cancelled check ((state = 'cancelled') = (cancelled_at is not null)
  and (cancelled_at is null) = (cancelled_by is null) and (cancelled_at is null) = (cancel_reason is null));

drop index orders_of_customer;
create index orders_of_customer on orders (customer_id, paid_at desc) where state in ('paid', 'cancelled');

-- Pieces of a line that are not going to be sent, or came back; and how many of those are in the stock again.
alter table order_lines add column cancelled integer not null default 0;
alter table order_lines add column restocked integer not null default 0;
alter table order_lines add constraint order_lines_cancelled
  check (cancelled between 0 and quantity and restocked between 0 and cancelled);

-- Several refunds of one payment: by the shop, or made at the provider's own desk. `withdrawn`: the provider has refunded
-- the money otherwise. `failed`: the provider failed it for good.
alter table refunds drop constraint refunds_payment_id_key;
alter table refunds drop constraint refunds_reason_check;
alter table refunds drop constraint refunds_state_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('late', 'second', 'mismatch', 'cancelled', 'lines', 'amount'));
alter table refunds add constraint refunds_state_check check (state in ('due', 'pending', 'done', 'failed', 'withdrawn'));
alter table refunds add constraint refunds_amount_check check (amount_paise > 0);
alter table refunds add column source text not null default 'shop' check (source in ('shop', 'provider'));
-- Why, in the words of whoever asked for it.
alter table refunds add column note text;
-- The pieces that it is for: [{sku, count}].
alter table refunds add column lines jsonb not null default '[]';

create index refunds_of_payment on refunds (payment_id);
-- What could not pay for its order is refunded once.
create unique index one_return_of_payment on refunds (payment_id) where reason in ('late', 'second', 'mismatch');
create unique index refunds_at_provider on refunds (provider_refund_id) where provider_refund_id is not null;
drop index refunds_to_send;
create index refunds_to_send on refunds (next_at) where state in ('due', 'pending');

-- What the customer's bank disputes; the provider decides, staff have to respond there.
create table disputes (
  id text primary key,
  payment_id text not null references payments (id),
  order_id text not null references orders (id),
  amount_paise integer not null,
  status text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
  phase text not null,
  reason text not null,
  respond_by timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index disputes_of_order on disputes (order_id);
