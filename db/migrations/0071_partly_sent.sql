-- An order of which a part has left in a parcel and a part hasn't. Few of those on their way are, and they are to pack: without
-- this, each list and count of what is to pack adds up the parcels of all orders on their way.
alter table orders add column partly_sent boolean not null default false;

create function is_partly_sent(order_id text) returns boolean language sql stable
  return coalesce((select true from shipments s where s.order_id = is_partly_sent.order_id limit 1), false)
    and exists (select from line_pieces p where p.order_id = is_partly_sent.order_id and p.unshipped > 0);

-- Whatever changes it has locked the order before; otherwise it's locked here, so that no two changes miss each other.
create function keep_partly_sent() returns trigger language plpgsql as $$
declare
  id_of_line text := case tg_table_name when 'order_lines' then to_jsonb(new) ->> 'id'
    else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'order_line_id' end;
  id_of_order text := (select order_id from order_lines where id = id_of_line);
begin
  perform from orders where id = id_of_order for no key update;
  update orders o set partly_sent = not o.partly_sent where o.id = id_of_order and o.partly_sent <> is_partly_sent(o.id);
  return null;
end $$;
create trigger partly_sent_by_parcel after insert or delete or update of quantity, resent on shipment_lines for each row
  execute function keep_partly_sent();
create trigger partly_sent_by_line after update of cancelled on order_lines for each row
  when (old.cancelled is distinct from new.cancelled) execute function keep_partly_sent();

update orders set partly_sent = true where id in (
  select l.order_id from order_lines l
    left join (select order_line_id, sum(quantity) as sent from shipment_lines where not resent group by order_line_id) s
      on s.order_line_id = l.id
  where l.quantity - l.cancelled > coalesce(s.sent, 0) and l.order_id in (select order_id from shipments));

create index orders_to_pack_by_time on orders (paid_at, id) where state in ('placed', 'paid') and status <> 'delivered'
  and not capture_unconfirmed and (status <> 'ontheway' or partly_sent);

create or replace view orders_to_pack as
  select o.id as order_id, p.pieces
  from orders o
  cross join lateral (select sum(unshipped)::integer as pieces from line_pieces where order_id = o.id) p
  where o.state in ('placed', 'paid') and o.status <> 'delivered'
    and not o.capture_unconfirmed and (o.status <> 'ontheway' or o.partly_sent) and p.pieces > 0;
