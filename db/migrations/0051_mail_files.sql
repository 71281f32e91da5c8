-- Files of a mail by reference; they are written when it is sent.
alter table outbox add column files jsonb;
