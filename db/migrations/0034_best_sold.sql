-- The home page may have a row of what sold best: paid orders by time, and a notification when one is paid or refunded.
create index orders_paid_at on orders (paid_at) where state = 'paid';
create trigger orders_sold after update of state on orders
  for each row when (old.state is distinct from new.state and 'paid' in (old.state, new.state))
  execute function tell_public('sales');
