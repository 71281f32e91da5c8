/** Sentences about backups for owners. */
export const NO_BACKUP = 'This backup doesn’t exist any more. A newer one may have replaced it.'
export const UNDER_WAY = 'Another backup is being made or checked right now. Please wait until it’s done.'
export const NO_PLACE = 'Choose where backups are stored first: the setting backup.to.'
export const NOT_HERE = 'Only the running shop can do this: use the staff site.'
/** Why an attempt failed that left no reason. */
export const STOPPED = 'The shop was stopped before the backup was complete.'
