-- What one order's record, a refund and a search by a tracking number read all exchanges for.
create index exchange_lines_of_line on exchange_lines (order_line_id);
create index exchanges_by_tracking on exchanges (tracking_number) where tracking_number is not null;
create index exchanges_by_pickup on exchanges (pickup_number) where pickup_number is not null;
