import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { StaffReview } from '#shop/reviews/staff-contract.ts'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'

/** The changes of one review. Each is taken back from its toast. */
export function useReviewChanges({ id, state, photos }: StaffReview) {
  const { revalidate } = useRevalidator()
  const { pending, error, send } = useCall()
  const offerUndo = useUndo()
  const isHidden = state === 'hidden'
  const photo = photos.find(({ waiting }) => waiting)

  function done(text: string, change: { undo: string | null } | null): boolean {
    if (change === null) return false
    offerUndo(text, change.undo)
    void revalidate()
    return true
  }

  return {
    pending,
    error,
    isHidden,
    hide: async (reason = '') =>
      isHidden
        ? done(t('Review shown again.'), await send('POST /reviews/{id}/show', { params: { id } }))
        : done(
            t('Review hidden. Only its author sees it.'),
            await send('POST /reviews/{id}/hide', { params: { id }, query: reason === '' ? {} : { reason } }),
          ),
    approve: async (photoId = photo?.id ?? '') =>
      done(
        t('Photo approved. It’s shown with the review.'),
        await send('POST /reviews/photos/{id}/approve', { params: { id: photoId } }),
      ),
    reject: async (photoId = photo?.id ?? '') =>
      done(t('Photo removed.'), await send('POST /reviews/photos/{id}/reject', { params: { id: photoId } })),
  }
}
