export const NOTHING_TO_UNDO = 'There’s nothing of yours to undo here.'
export const ALREADY_UNDONE = 'This has already been undone.'
export const UNDO_OVER = 'This can no longer be undone: a day has passed.'
export const CHANGED_SINCE = 'This can’t be undone: it has been changed again since.'
