-- Which of the shop's pictures a backup lacks, since they were gone when it was made: {count, names}. Null: none, or it wasn't looked at.
alter table backups add column missing jsonb;
