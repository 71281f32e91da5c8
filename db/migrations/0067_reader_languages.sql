-- The language in which somebody reads the shop's mails, by address; without a row it is English.
create table reader_languages (
  email text primary key,
  language text not null
);
