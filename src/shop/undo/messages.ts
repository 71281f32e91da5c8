export const NOTHING_TO_UNDO = 'There is nothing of yours to undo here.'
export const ALREADY_UNDONE = 'This has already been undone.'
export const UNDO_OVER = 'This can’t be undone any more: a day has passed.'
export const CHANGED_SINCE = 'This can’t be undone: it was changed again since.'
