/** Sentences about backups for owners. */
export const NO_BACKUP = 'There is no such backup. Perhaps it made room for a newer one.'
export const UNDER_WAY = 'A backup is being made or checked at this moment. Please wait for its end.'
export const NO_PLACE = 'Say first where backups go: the setting backup.to.'
export const NOT_HERE = 'Only the running shop can do this: use the staff site.'
/** Why an attempt failed that left no reason. */
export const STOPPED = 'The shop was stopped before the backup was complete.'
