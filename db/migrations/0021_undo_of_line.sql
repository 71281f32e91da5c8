-- The line of the log beside which the undo of a change is offered: of a change with several lines, the one for the whole.
alter table undos add column audit_id bigint references audit_log (id);
update undos u set audit_id = case
  when kind = 'product.bulk' then (data ->> 'bulk')::bigint
  else (select max(id) from audit_log a where a.at = u.created_at and a.actor_id = u.staff_id)
end;
delete from undos where audit_id is null;
alter table undos alter column audit_id set not null;
create unique index undos_by_line on undos (audit_id);
