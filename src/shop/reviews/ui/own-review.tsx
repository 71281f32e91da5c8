import { type ComponentProps, type FormEvent, useState } from 'react'
import { readField } from '#platform/browser/read-field.ts'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Card } from '#ui/parts.tsx'
import { StarsInput } from '#ui/stars-input.tsx'
import type { ReviewInput } from '../client.ts'
import type { Review } from '../contract.ts'
import { COMMENT_NEEDED, REVIEW_NOT_SENT } from '../messages.ts'
import { DEFAULT_STARS, FIT_NAMES, FITS, type Fit, MAX_COMMENT } from '../rules.ts'
import { OwnPhotos } from './own-photos.tsx'
import { ReviewText } from './review-list.tsx'

type Props = {
  loggedIn: boolean
  review: Review | null
  productId: string
  onPhotos: ComponentProps<typeof OwnPhotos>['onChange']
  /** Saves it. Resolves to null, or to an error message for the form; rejects if its code didn't load. */
  onSave: (input: ReviewInput) => Promise<string | null>
}

/** The shopper's own review: the form, or what they wrote with Edit. Reviewing takes a login (SPEC section 6). */
export function OwnReview({ loggedIn, review, productId, onPhotos, onSave }: Props) {
  const [isEditing, setEditing] = useState(false)
  if (!loggedIn) {
    return (
      <Card className="grid justify-items-start gap-3">
        <p className="font-bold">{t('Worn it? Tell others how it fits.')}</p>
        <LinkButton to="/login" variant="outline" size="sm">
          {t('Log in to review')}
        </LinkButton>
      </Card>
    )
  }
  if (review !== null && !isEditing) {
    return (
      <Card className="grid gap-3">
        <h3 className="font-wide text-base font-extrabold">{t('Your review')}</h3>
        <ReviewText
          review={review}
          action={
            <>
              {review.verified ? <OwnPhotos review={review} productId={productId} onChange={onPhotos} /> : null}
              <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setEditing(true)}>
                {t('Edit')}
              </Button>
            </>
          }
        />
      </Card>
    )
  }
  return (
    <Card>
      <ReviewForm
        key={review?._id ?? 'new'}
        review={review}
        onCancel={review === null ? null : () => setEditing(false)}
        onSave={async (input) => {
          const problem = await onSave(input)
          if (problem === null) setEditing(false)
          return problem
        }}
      />
    </Card>
  )
}

/** The answer about the fit. It is optional; a second press on the chosen answer clears it. */
function FitChoice({ value, onChange }: { value: Fit | null; onChange: (fit: Fit | null) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="pb-1.5 text-sm font-bold">{t('How did it fit?')}</legend>
      {FITS.map((fit) => (
        <Button
          key={fit}
          variant={value === fit ? 'secondary' : 'outline'}
          size="sm"
          aria-pressed={value === fit}
          onClick={() => onChange(value === fit ? null : fit)}
        >
          {FIT_NAMES[fit]}
        </Button>
      ))}
    </fieldset>
  )
}

type FormProps = { review: Review | null; onCancel: (() => void) | null; onSave: Props['onSave'] }

function ReviewForm({ review, onCancel, onSave }: FormProps) {
  const [stars, setStars] = useState(review?.stars ?? DEFAULT_STARS)
  const [fit, setFit] = useState(review?.fit ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { currentTarget } = event
    const comment = readField(currentTarget, 'comment').trim()
    if (comment === '') {
      setProblem(COMMENT_NEEDED)
      currentTarget.querySelector('textarea')?.focus()
      return
    }
    setPending(true)
    // An unchanged fit is not sent (SPEC 7).
    const input = { stars, comment, ...(fit === (review?.fit ?? null) ? {} : { fit }) }
    setProblem(await onSave(input).catch(() => REVIEW_NOT_SENT))
    setPending(false)
  }
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
      <h3 className="font-wide text-base font-extrabold">
        {review === null ? t('Write a review') : t('Change your review')}
      </h3>
      <StarsInput value={stars} onChange={setStars} />
      <FitChoice value={fit} onChange={setFit} />
      <TextArea
        label={t('Comment')}
        name="comment"
        required
        maxLength={MAX_COMMENT}
        defaultValue={review?.comment}
        hint={t('How does it fit? How does it wash?')}
        error={problem}
        onChange={() => setProblem(null)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" pending={pending}>
          {review === null ? t('Submit review') : t('Save review')}
        </Button>
        {onCancel === null ? null : (
          <Button variant="text" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
