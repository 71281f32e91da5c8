-- The newest bookings for the screen, and those of the last 60 days for the jobs and visits.
create index bookings_by_time on bookings (created_at, id);
