import { t } from '#platform/text/t.ts'

/** SPEC 2: the three steps of buying. */
const STEPS = [t('Cart Details'), t('Checkout Details'), t('Order Complete')] as const

/** The progress of the purchase. `current` counts from 0; steps up to it are filled. */
export function CheckoutSteps({ current }: { current: 0 | 1 | 2 }) {
  return (
    <ol aria-label={t('Steps to your order')} className="flex gap-1.5 pt-4">
      {STEPS.map((step, index) => {
        const reached = index <= current
        return (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            className={`grow basis-auto border-t-4 pt-2 sm:basis-0 text-2xs font-bold sm:text-xs md:text-sm ${reached ? 'border-ink text-ink' : 'border-line text-ink-3'}`}
          >
            <span>{index + 1}</span> <span>{step}</span>
          </li>
        )
      })}
    </ol>
  )
}
