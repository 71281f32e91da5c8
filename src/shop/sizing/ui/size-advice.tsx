import { useEffect, useRef } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Fill } from '#ui/fill.tsx'
import type { ReviewSummary } from '../../reviews/contract.ts'
import { fitSentence } from '../../reviews/rules.ts'
import { explain, lengthText } from '../explain.ts'
import { type Cut, findSize, type SizeRun } from '../rules.ts'
import { personOf, type StoredBody } from '../stored-body.ts'

type Props = {
  run: SizeRun
  cut: Cut
  body: StoredBody
  fitBySize: ReviewSummary['overallReview']['fitBySize']
  /** In the chosen colour. */
  isInStock: (size: string) => boolean
  onChoose: (size: string) => void
  onEdit: () => void
  onForget: () => void
}

/**
 * The size, a second one for somebody between two, and why. It takes the focus, since the form with the focus is gone.
 */
export function SizeAdvice({ run, cut, body, fitBySize, isInStock, onChoose, onEdit, onForget }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const advice = findSize(run, cut, personOf(body))
  if (advice === null) return null
  const { size, second, own } = advice
  const buyers = size === null ? undefined : fitBySize.find((one) => one.size === size)
  const buyersSay = buyers ? fitSentence(buyers) : null
  return (
    <div className="grid gap-5">
      <div className="grid gap-3">
        <h3 ref={heading} tabIndex={-1} className="grid gap-1 outline-none">
          {size === null ? (
            <span className="font-wide text-xl font-extrabold">{t('None of these sizes fits you well')}</span>
          ) : (
            <>
              <span className="text-sm font-bold">{t('Your size')}</span>{' '}
              <span className="font-wide text-3xl font-extrabold">{size}</span>
            </>
          )}
        </h3>
        <p className="text-ink-2">{explain(advice, cut, body)}</p>
        {second === null ? null : (
          <p className="text-ink-2">
            <Fill
              text={
                second.isLarger
                  ? t('You’re between two sizes: choose {size} for a looser fit.')
                  : t('You’re between two sizes: choose {size} for a closer fit.')
              }
              size={<b className="text-ink">{second.size}</b>}
            />
          </p>
        )}
        {!buyers || buyersSay === null ? null : (
          <p className="text-ink-2">{t('Buyers of size {size}: {said}.', { size: buyers.size, said: buyersSay })}</p>
        )}
        {own.of === 'piece' ? null : (
          <p className="text-sm text-ink-3">
            {t(
              'Estimated from your height and weight. Two out of three people measure within {error} of it. Measuring one of your own garments laid flat is more accurate.',
              { error: lengthText(own.error, body.unit) },
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {[size, second?.size ?? null].map((one, at) =>
          one === null || !isInStock(one) ? null : (
            <Button key={one} variant={at === 0 ? 'primary' : 'outline'} onClick={() => onChoose(one)}>
              {t('Choose {size}', { size: one })}
            </Button>
          ),
        )}
      </div>
      {size === null || isInStock(size) ? null : (
        <p className="text-sm font-bold">{t('{size} is sold out in this colour.', { size })}</p>
      )}
      <div className="border-t border-line pt-3">
        <div className="-mx-4 flex flex-wrap">
          <Button variant="text" size="sm" onClick={onEdit}>
            {t('Edit my details')}
          </Button>
          <Button variant="text" size="sm" onClick={onForget}>
            {t('Clear my details')}
          </Button>
        </div>
        <p className="text-sm text-ink-3">{t('They stay on this device.')}</p>
      </div>
    </div>
  )
}
