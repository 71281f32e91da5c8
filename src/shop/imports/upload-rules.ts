/** The largest picture that the staff site takes; phones make theirs smaller before. */
export const MAX_PICTURE_BYTES = 32 * 1024 * 1024

/** The largest file of products that the staff site takes: it is in memory as a whole. The command line takes any. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024
