import { isUnavailable } from '#platform/db/database.server.ts'
import { isStoreAway } from '#platform/files/store-error.ts'

/** True if the database or the pictures' bucket doesn't respond: the same request may succeed later. */
export const isAway = (error: unknown): boolean => isUnavailable(error) || isStoreAway(error)
