-- A store's opening hours as data: [{"days": ["Mon", …], "from": "11:00", "to": "21:30"}], a sentence beside them, and that
-- sentence in Hindi. The column `hours` keeps the text of stores whose hours aren't given as data.
alter table branches
  add column opening jsonb not null default '[]',
  add column note text not null default '',
  add column hindi jsonb not null default '{}';
