-- The parcels that are out for delivery: few of many. Without it their list reads every order.
create index shipments_out_for_delivery on shipments (order_id) where out_for_delivery_at is not null and state = 'on_the_way';
