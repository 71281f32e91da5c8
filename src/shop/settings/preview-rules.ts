/** The query parameter by which the staff site asks for a page with somebody's draft: `?staff-preview=home-page`. */
export const PREVIEW_PARAMETER = 'staff-preview'

/** What a draft is about. */
export const DRAFTS = ['home-page', 'settings'] as const
export type DraftSubject = (typeof DRAFTS)[number]
