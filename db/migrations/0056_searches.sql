-- What shoppers searched for, by day in India: the words alone, without a person.
create table searches (
  day date not null,
  text text not null check (char_length(text) <= 60),
  times integer not null check (times > 0),
  -- How many products the words found when they were last searched for.
  found integer not null check (found >= 0),
  seen_at timestamptz not null default now(),
  primary key (day, text)
);
