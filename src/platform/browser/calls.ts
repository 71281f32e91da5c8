/** Told of every call to the API once its listener is loaded; a page's first load does without it. */
export const calls: { onCall?: (call: Promise<Response>) => void } = {}
