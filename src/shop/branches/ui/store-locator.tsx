import { useId, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { icon } from '#ui/icons.tsx'
import { ONE_COLUMN } from '#ui/use-media.ts'
import type { Branch, MapSettings } from '../contract.ts'
import { type Coordinates, findBranches, formatDistance, kilometresBetween, sortByDistance } from '../find-branches.ts'
import { BranchEntry } from './branch-entry.tsx'
import { BranchMapView, type Selection } from './branch-map.tsx'

const LocateIcon = icon(
  'M2 12h3M19 12h3M12 2v3M12 19v3M5 12a7 7 0 1 0 14 0a7 7 0 1 0-14 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
)

type Props = { stores: Branch[]; settings: MapSettings; failed: boolean }

/**
 * The list of stores with its search, and the map (SPEC 2, Nearby stores). On narrow screens the list comes first.
 * Without stores there is no map.
 */
export function StoreLocator({ stores, settings, failed }: Props) {
  const [search, setSearch] = useState('')
  const [selection, setSelection] = useState<Selection | null>(null)
  const [position, setPosition] = useState<Coordinates | null>(null)
  const map = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const found = findBranches(stores, search)
  const listed = position === null ? found : sortByDistance(found, position)

  const isMapped = stores.length > 0

  const showMap = () => map.current?.scrollIntoView({ block: 'center' })

  function selectInList(id: string): void {
    setSelection({ id })
    if (window.matchMedia(ONE_COLUMN).matches) showMap()
  }

  return (
    <div
      data-map={isMapped || undefined}
      className="group page grid items-start gap-6 pt-8 pb-12 tablet:pt-6 tablet:data-map:grid-cols-[20rem_minmax(0,1fr)] lg:gap-8 lg:data-map:grid-cols-[24rem_minmax(0,1fr)]"
    >
      <div
        ref={list}
        className="grid gap-4 tablet:group-data-map:h-[calc(100dvh-8rem)] tablet:group-data-map:min-h-130 tablet:group-data-map:grid-rows-[auto_auto_minmax(0,1fr)]"
      >
        <h1 className="font-wide text-2xl font-extrabold tracking-display text-balance tablet:group-data-map:text-xl">
          {t('Find a Nearby Stores')}
        </h1>
        <BranchSearch
          search={search}
          onSearch={setSearch}
          onLocated={setPosition}
          onMap={isMapped ? showMap : null}
          shown={listed.length}
          of={stores.length}
        />
        {/* Positioned, so that screen-reader text scrolls with the list. The bottom fades to show that it can be scrolled. */}
        <div className="relative border-t border-line tablet:group-data-map:scroll-pb-12 tablet:group-data-map:overflow-y-auto tablet:group-data-map:[mask-image:linear-gradient(#000_calc(100%-3rem),transparent)] tablet:group-data-map:pb-12">
          {listed.length === 0 ? (
            <NoBranches failed={failed} isEmpty={stores.length === 0} onClear={() => setSearch('')} />
          ) : null}
          <ul
            aria-label={t('Stores')}
            className="tablet:grid tablet:grid-cols-2 tablet:group-data-map:block lg:grid-cols-3 lg:group-data-map:block"
          >
            {listed.map((branch) => (
              <BranchEntry
                key={branch.id}
                branch={branch}
                selected={branch.id === selection?.id}
                distance={position === null ? null : formatDistance(kilometresBetween(branch, position))}
                onSelect={selectInList}
              />
            ))}
          </ul>
        </div>
      </div>
      {isMapped ? (
        <div ref={map} className="grid gap-2 tablet:sticky tablet:top-20">
          <div className="h-[70dvh] min-h-90 overflow-hidden rounded-md border border-line tablet:h-[calc(100dvh-10.25rem)] tablet:min-h-120">
            <BranchMapView
              branches={stores}
              settings={settings}
              selection={selection}
              onSelect={(id) => setSelection({ id })}
            />
          </div>
          <MapNote
            hasTiles={Boolean(settings.tileUrl)}
            onBack={() => list.current?.scrollIntoView({ block: 'start' })}
          />
        </div>
      ) : null}
    </div>
  )
}

/** The note below the map, with a button back to the list on narrow screens. */
function MapNote({ hasTiles, onBack }: { hasTiles: boolean; onBack: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-xs text-ink-2">
        {hasTiles ? t('Directions open your maps app.') : t('Sketch map. Directions open your maps app.')}
      </p>
      <Button variant="text" size="sm" className="px-0! tablet:hidden" onClick={onBack}>
        {t('Back to the list')}
      </Button>
    </div>
  )
}

type SearchProps = {
  search: string
  onSearch: (search: string) => void
  onLocated: (place: Coordinates) => void
  /** Narrow screens only: the map is below the list. Null if there is none. */
  onMap: (() => void) | null
  shown: number
  of: number
}

function BranchSearch({ search, onSearch, onLocated, onMap, shown, of }: SearchProps) {
  const id = useId()
  const [hasFailed, setFailed] = useState(false)

  /** The browser asks for permission, so only on a press of the button. */
  function locate(): void {
    setFailed(false)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => onLocated({ lat: coords.latitude, lng: coords.longitude }),
      () => setFailed(true),
      { timeout: 10_000, maximumAge: 300_000 },
    )
  }

  return (
    <div className="grid gap-2 tablet:max-w-96 tablet:group-data-map:max-w-none tablet:group-data-map:grid-cols-[minmax(0,1fr)_auto]">
      <label htmlFor={id} className="sr-only">
        {t('Search stores')}
      </label>
      <input
        id={id}
        type="search"
        value={search}
        placeholder={t('Search stores...')}
        autoComplete="off"
        onChange={(event) => {
          setFailed(false)
          onSearch(event.currentTarget.value)
        }}
        className="h-11 w-full rounded-sm border border-line-strong bg-card px-3 text-base placeholder:text-ink-3"
      />
      {/* Beside a map the button is in the line of the search, which leaves more of the window to the list. */}
      <div className="flex items-center justify-between gap-3 tablet:group-data-map:contents">
        <p
          role="status"
          className="text-sm text-ink-2 tablet:group-data-map:col-span-2 tablet:group-data-map:row-start-2"
        >
          {hasFailed ? t('We couldn’t find your location.') : t('{shown} of {total}', { shown, total: of })}
        </p>
        <div className="flex gap-2 tablet:group-data-map:col-start-2 tablet:group-data-map:row-start-1 tablet:group-data-map:items-center">
          {onMap === null ? null : (
            <Button variant="outline" size="sm" className="tablet:hidden" onClick={onMap}>
              {t('Show the map')}
            </Button>
          )}
          <Button variant="outline" size="sm" onClick={locate}>
            <LocateIcon className="size-4" />
            {t('Near me')}
          </Button>
        </div>
      </div>
    </div>
  )
}

function NoBranches({ failed, isEmpty, onClear }: { failed: boolean; isEmpty: boolean; onClear: () => void }) {
  if (failed) {
    return <EmptyState title={t('We couldn’t load the list of stores.')} line={t('Please try again in a moment.')} />
  }
  if (isEmpty) return <EmptyState title={t('There are no stores yet.')} line={t('They will be listed here.')} />
  return (
    <EmptyState
      title={t('No store by that name.')}
      line={t('Try a suburb or a road.')}
      action={
        <Button variant="outline" onClick={onClear}>
          {t('Clear search')}
        </Button>
      }
    />
  )
}
