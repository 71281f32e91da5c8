import { t } from '#platform/text/t.ts'

const KEEP = t('Keep the tags on the old one and leave the bag open. We check it at the door.')
const SWAP = t('We deliver the new one within a week and pick up the old one at the same time.')
const FOLLOW = t('Until then, you can follow it in My Orders.')

/** How an exchange works, in three steps: with `days`, from the request on; without, what follows it. */
export function ExchangeSteps({ days }: { days?: number }) {
  const ask = (within: number) =>
    t(
      'Open your order in My Orders within {days} days of its delivery, press Exchange and choose what you want instead.',
      {
        days: within,
      },
    )
  const steps = days === undefined ? [KEEP, SWAP, FOLLOW] : [ask(days), KEEP, SWAP]
  return (
    <ol className="grid max-w-130 gap-4">
      {steps.map((text, index) => (
        <li key={text} className="flex gap-4">
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-xs bg-signal font-wide text-sm font-extrabold text-on-signal"
          >
            {index + 1}
          </span>
          <span className="text-pretty">{text}</span>
        </li>
      ))}
    </ol>
  )
}
