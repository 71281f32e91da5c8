import { t } from '#platform/text/t.ts'

/** How to track a parcel. `url` is the carrier's page, or null if unknown. */
export interface Tracking {
  carrier: string
  number: string
  url: string | null
}

/** The carrier and the tracking number, which one click selects. */
export function TrackingNumber({ tracking }: { tracking: Tracking }) {
  return (
    <p className="wrap-anywhere">
      {tracking.carrier} <span className="font-bold select-all">{tracking.number}</span>
    </p>
  )
}

/** The carrier's page about a parcel, if it has one. */
export function TrackingLink({ tracking }: { tracking: Tracking }) {
  if (tracking.url === null) return null
  return (
    <a
      href={tracking.url}
      target="_blank"
      rel="noopener noreferrer"
      className="-my-1 py-2 font-bold underline underline-offset-4"
    >
      {t('Track with {carrier}', { carrier: tracking.carrier })}
    </a>
  )
}
