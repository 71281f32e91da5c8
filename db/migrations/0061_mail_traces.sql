-- The trace of the request that wrote a mail, which its sending continues (W3C Trace Context's header).
alter table outbox add column traceparent text;
