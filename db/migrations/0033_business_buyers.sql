-- A business buyer's GSTIN, kept with the address that its orders go to. Empty: none.
alter table addresses add column gstin text not null default '';
