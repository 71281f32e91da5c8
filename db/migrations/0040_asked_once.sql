-- The hash of what a mail asks to confirm, so that many who give one address at once send it one mail.
alter table outbox add column question bytea;
create index outbox_questions on outbox (question) where question is not null;
