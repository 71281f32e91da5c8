import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import { load } from '../api.ts'
import { RecordPage } from '../parts/record-page.tsx'
import { ReviewCard } from './review-card.tsx'

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => load('GET /reviews/{id}', { params: { id } })

/** `/admin/reviews/ID`: one review, where the log and a customer's record lead. */
export function Component() {
  const review = useLoaderData<typeof loader>()
  return (
    <RecordPage
      title={t('Review of {product}', { product: review.productName })}
      back={{ to: '/reviews?state=waiting', label: t('All reviews') }}
    >
      <div className="max-w-240">
        <ReviewCard key={review.id} review={review} isCurrent />
      </div>
    </RecordPage>
  )
}
