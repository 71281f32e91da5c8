-- What an exchange waits for, by what has come back, left and arrived, in whatever order: what has left isn't to send any
-- more. One that was sent and not yet received, or received and not yet there, is on the way until both are.
drop index exchanges_by_state;
create or replace function exchange_state(status text, hold text, cancelled_at timestamptz, received_at timestamptz, refusal text,
  refunded_at timestamptz) returns text language sql immutable
  return case
    when refusal is not null then 'refused'
    when cancelled_at is not null then
      case when received_at is null and (hold = 'taken' or refunded_at is not null) then 'on-the-way' else 'done' end
    when status = 'ordered' then 'waiting'
    when status = 'delivered' and received_at is not null then 'done'
    when status in ('ontheway', 'delivered') then 'on-the-way'
    when received_at is not null then 'received'
    else 'approved'
  end;
create index exchanges_by_state on exchanges
  (exchange_state(status, hold, cancelled_at, received_at, refusal, refunded_at), requested_at, id);
