import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { CheckIcon } from '#ui/shop-icons.tsx'

/** SPEC 2: the three steps of buying. */
const STEPS = [t('Cart Details'), t('Checkout Details'), t('Order Complete')] as const

/** The progress of the purchase. `current` counts from 0. What is done has a tick, and the cart can be gone back to. */
export function CheckoutSteps({ current }: { current: 0 | 1 | 2 }) {
  return (
    <ol aria-label={t('Steps to your order')} className="flex gap-1.5 pt-4">
      {STEPS.map((step, index) => {
        const isDone = index < current || current === 2
        const text = (
          <>
            <span>{index + 1}</span> <span>{step}</span>
            {isDone ? <CheckIcon size={14} className="ml-1 hidden sm:inline" /> : null}
          </>
        )
        return (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            className={`grow basis-auto border-t-4 pt-2 sm:basis-0 text-2xs font-bold sm:text-xs md:text-sm ${isDone ? 'border-ink text-ink' : index === current ? 'border-signal text-ink' : 'border-line text-ink-3'}`}
          >
            {index === 0 && current === 1 ? (
              <Link to="/cart-details" className="-my-2.5 inline-block py-2.5 hover:underline">
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        )
      })}
    </ol>
  )
}
