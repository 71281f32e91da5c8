import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { FIT_NAMES, MAX_COMMENT } from '#shop/reviews/rules.ts'
import type { StaffReview } from '#shop/reviews/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { Stars } from '#ui/stars.tsx'
import { useActions } from '../actions.ts'
import { fileUrl } from '../api.ts'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useRecordForm } from '../parts/use-record-form.ts'
import { useUndo } from '../parts/use-undo.ts'
import { When } from '../parts/when.tsx'
import { reviewText, stateTone } from './labels.ts'
import { useReviewChanges } from './use-review-changes.ts'

type Props = {
  review: StaffReview
  /** Its actions stand behind keys. */
  isCurrent: boolean
  /** Called when something in it takes the focus. */
  onFocus?: () => void
}

/** A review with its photos beside it, and what can be done with it, each by a button and a key. */
export function ReviewCard({ review, isCurrent, onFocus }: Props) {
  const change = useReviewChanges(review)
  const [isAnswering, setIsAnswering] = useState(false)
  const card = useRef<HTMLElement>(null)
  const latest = useRef(change)
  latest.current = change
  const waits = review.photos.some(({ waiting }) => waiting)
  const actions = useMemo(() => {
    if (!isCurrent) return []
    return [
      { id: 'answer', label: t('Answer'), keys: 'a', run: () => setIsAnswering(true) },
      {
        id: 'hide',
        label: change.isHidden ? t('Show again') : t('Hide'),
        keys: 'h',
        run: () => void latest.current.hide(),
      },
      ...(waits
        ? [
            { id: 'approve', label: t('Approve the photo'), keys: 'p', run: () => void latest.current.approve() },
            { id: 'reject', label: t('Reject the photo'), keys: 'x', run: () => void latest.current.reject() },
          ]
        : []),
    ]
  }, [isCurrent, change.isHidden, waits])
  useActions(actions)
  return (
    <article
      ref={card}
      onFocus={onFocus}
      tabIndex={-1}
      data-review={review.id}
      aria-label={t('Review of {product} by {name}', { product: review.productName, name: review.author })}
      className={`grid gap-4 rounded-md border bg-card p-4 outline-none focus-visible:ring-2 focus-visible:ring-ink ${isCurrent ? 'border-ink' : 'border-line'}`}
    >
      <Head review={review} />
      <p className="max-w-160 whitespace-pre-line wrap-anywhere">{review.comment}</p>
      <Photos review={review} change={change} />
      {review.answer === null || isAnswering ? null : (
        <blockquote className="max-w-160 border-l-4 border-line-strong pl-4">
          <p className="text-sm text-ink-3">
            {t('Your answer')}
            {review.answeredAt === null ? null : (
              <>
                , <When at={review.answeredAt} />
              </>
            )}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{review.answer}</p>
        </blockquote>
      )}
      {change.error === null ? null : (
        <Notice tone="bad" live>
          {change.error}
        </Notice>
      )}
      {isAnswering ? (
        <AnswerForm
          review={review}
          onClose={() => {
            setIsAnswering(false)
            card.current?.focus()
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="outline" onClick={() => setIsAnswering(true)}>
            {review.answer === null ? t('Answer') : t('Edit answer')}
          </Button>
          <Button size="sm" variant="outline" pending={change.pending} onClick={() => void change.hide()}>
            {change.isHidden ? t('Show again') : t('Hide')}
          </Button>
        </div>
      )}
    </article>
  )
}

function Head({ review }: { review: StaffReview }) {
  const { product, productName, picture, stars, author, customer, verified, size, fit, createdAt, state, helpful } =
    review
  return (
    <div className="flex gap-3">
      <Thumb picture={picture} width={56} />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="font-bold wrap-anywhere">
            <Link to={`/products/${product}`}>{productName}</Link>
          </p>
          <Tag tone={stateTone(state)}>{reviewText(review)}</Tag>
        </div>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
          <Stars value={stars} />
          <span className="wrap-anywhere">
            {customer === null ? author : <Link to={`/customers/${customer}`}>{author}</Link>}
          </span>
          {verified ? <span>{t('Verified purchase')}</span> : null}
        </p>
        <p className="text-sm text-ink-3">
          <When at={createdAt} />
          {size === null ? null : `, ${t('size {size}', { size })}`}
          {fit === null ? null : `, ${FIT_NAMES[fit].toLowerCase()}`}
          {helpful === 0 ? null : `, ${t('helpful to {count}', { count: helpful })}`}
        </p>
      </div>
    </div>
  )
}

function Photos({ review, change }: { review: StaffReview; change: ReturnType<typeof useReviewChanges> }) {
  if (review.photos.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-4">
      {review.photos.map(({ id, width, height, waiting }, index) => (
        <li key={id} className="grid w-full max-w-80 content-start gap-2">
          <a href={fileUrl(`/reviews/photos/${id}`)} target="_blank" rel="noreferrer" className="block">
            <img
              src={fileUrl(`/reviews/photos/${id}`)}
              alt={t('Photo {number} of {name}', { number: index + 1, name: review.author })}
              width={width}
              height={height}
              loading="lazy"
              className="h-auto max-h-96 w-full rounded-xs bg-sunk object-contain"
            />
          </a>
          <div className="flex flex-wrap items-center gap-2">
            {waiting ? (
              <Button variant="primary" size="sm" pending={change.pending} onClick={() => void change.approve(id)}>
                {t('Approve')}
              </Button>
            ) : null}
            <Button size="sm" variant="outline" pending={change.pending} onClick={() => void change.reject(id)}>
              {waiting ? t('Reject') : t('Remove')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

const ANSWER = {
  text: { label: t('Your answer'), of: ({ answer }: Pick<StaffReview, 'answer' | 'answerVersion'>) => answer ?? '' },
}

/** The answer. An empty one removes it. */
function AnswerForm({ review, onClose }: { review: StaffReview; onClose: () => void }) {
  const form = useRecordForm({
    key: `review ${review.id}`,
    stored: { answer: review.answer, answerVersion: review.answerVersion },
    fields: ANSWER,
    call: ({ text = '' }, { answerVersion }, { attempt }) =>
      attempt('POST /reviews/{id}/answer', { params: { id: review.id }, body: { text } }, answerVersion),
  })
  const offerUndo = useUndo()
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('textarea')?.focus(), [])
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const isRemoved = form.values.text.trim() === ''
    const done = await form.save()
    if (done === null) return
    offerUndo(isRemoved ? t('Answer removed.') : t('Answer published.'), done.undo)
    onClose()
  }
  return (
    <form ref={element} className="grid max-w-160 gap-3" onSubmit={(event) => void submit(event)}>
      <ConflictNotice conflict={form.conflict} />
      <TextArea
        label={t('Your answer')}
        rows={4}
        maxLength={MAX_COMMENT}
        required={review.answer === null}
        value={form.values.text}
        onChange={(event) => form.set('text', event.target.value)}
        error={form.errorOf('text')}
        hint={review.answer === null ? t('Shown publicly below the review.') : t('Empty: removes the answer.')}
      />
      <FailureNotice text={form.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" pending={form.pending} disabled={!form.canSave}>
          {t('Publish answer')}
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            form.discard()
            onClose()
          }}
        >
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
