import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { t } from '#platform/text/t.ts'
import { icon } from '#ui/icons.tsx'
import { Tag } from '#ui/parts.tsx'
import { ONE_COLUMN } from '#ui/use-media.ts'
import type { Branch } from '../contract.ts'
import { directionsUrl, mapsAppUrl } from '../find-branches.ts'

const DirectionsIcon = icon('M3 11 22 2l-9 19-2-8z')
const PhoneIcon = icon(
  'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384',
)

type Props = {
  branch: Branch
  selected: boolean
  /** The distance shown after Near me: "2.4 km". */
  distance: string | null
  onSelect: (id: string) => void
}

const STATUSES: Record<Branch['status'], string> = { Open: t('Open'), Closed: t('Closed') }

const LINK = 'inline-flex min-h-11 items-center gap-2 text-sm font-bold text-ink underline underline-offset-4'

/** A store in the list, with links for directions and phone. A press selects it. */
export function BranchEntry({ branch, selected, distance, onSelect }: Props) {
  const { id, name, address, status, phone, hours } = branch
  const item = useRef<HTMLLIElement>(null)
  useScrollIntoView(item, selected)
  return (
    <li
      ref={item}
      data-store={id}
      data-selected={selected || undefined}
      className="border-b border-l-4 border-line border-l-transparent hover:bg-sunk data-selected:border-l-violet data-selected:bg-violet-soft"
    >
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={() => onSelect(id)}
        className="grid w-full cursor-pointer gap-1 px-4 pt-4 pb-1 text-left -outline-offset-3"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <span className="font-bold wrap-anywhere">{name}</span>{' '}
          <Tag tone={status === 'Open' ? 'ok' : 'bad'}>{STATUSES[status]}</Tag>
        </span>{' '}
        <span className="text-sm wrap-anywhere text-ink-2">{address}</span>
        {hours ? <span className="text-xs text-ink-2">{hours}</span> : null}
        {distance === null ? null : <span className="text-xs font-bold">{t('{distance} away', { distance })}</span>}
      </button>
      <p className="flex flex-wrap gap-x-6 px-4 pb-2">
        <a
          href={mapsAppUrl(branch)}
          onClick={(event) => openDirections(event, branch)}
          aria-label={t('Directions to {name}', { name })}
          className={LINK}
        >
          <DirectionsIcon className="size-4" />
          {t('Directions')}
        </a>
        {phone ? (
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={LINK}>
            <PhoneIcon className="size-4" />
            {t('Call')}
            <span className="sr-only"> {name}</span>
          </a>
        ) : null}
      </p>
    </li>
  )
}

/** Scrolls to a store selected on the map, unless the map is below the list. */
function useScrollIntoView(item: RefObject<HTMLLIElement | null>, selected: boolean): void {
  useEffect(() => {
    if (selected && !window.matchMedia(ONE_COLUMN).matches) item.current?.scrollIntoView({ block: 'nearest' })
  }, [item, selected])
}

/** Opens directions on devices that, unlike Android, don't open `geo:` links. */
function openDirections(event: MouseEvent, branch: Branch): void {
  const url = directionsUrl(branch, navigator.userAgent)
  if (url === null) return
  event.preventDefault()
  if (url.startsWith('https:')) window.open(url, '_blank', 'noopener,noreferrer')
  else window.location.assign(url)
}
