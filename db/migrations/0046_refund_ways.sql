-- Where a refund goes: back to where it was paid from, to the customer's store credit, or to a bank account, by a transfer that
-- staff made themselves. The two others are done as soon as they're made, and the provider knows nothing of them.
alter table refunds
  add column target text not null default 'source' check (target in ('source', 'credit', 'bank')),
  -- Of the transfer.
  add column reference text,
  add constraint refunds_reference check ((target = 'bank') = (reference is not null)),
  add constraint refunds_made_at_once check (target = 'source' or state = 'done');
