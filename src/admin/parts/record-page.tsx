import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/parts.tsx'
import { useActions } from '../actions.ts'
import { actorText } from './actor-text.ts'
import { type Place, placeInLastList } from './last-list.ts'
import { PageHead } from './page-head.tsx'
import { noteRecent } from './recent-records.ts'
import { When } from './when.tsx'

type Props = {
  title: string
  /** Where Back leads, by its name: "All orders". */
  back: { to: string; label: string }
  /** Beside the title: tags. */
  state?: ReactNode
  /** The next step: one filled button. */
  next?: ReactNode
  /** True while the next step is a form on the record, such as an answer. */
  isOpen?: boolean
  /** What else can be done: outlined buttons. */
  actions?: ReactNode
  children: ReactNode
  /** Beside the record on a wide screen, after it on a narrow one. */
  aside?: ReactNode
}

/** In the address of a record that isn't there yet. */
const NEW = 'new'

/** One record: on a phone a single column, with the next step first. */
export function RecordPage({ title, back, state, next, isOpen = false, actions, children, aside }: Props) {
  const hasStep = next !== undefined || isOpen
  const [hadStep, setHadStep] = useState(hasStep)
  if (hasStep && !hadStep) setHadStep(true)

  const { pathname } = useLocation()
  const { id, sku } = useParams()
  const isRecord = (id ?? sku ?? NEW) !== NEW
  useEffect(() => {
    if (isRecord) noteRecent({ to: pathname, label: title })
  }, [isRecord, pathname, title])
  const place = placeInLastList(pathname)
  const way = place === null ? back : { to: place.list.address, label: place.list.label }
  return (
    <div className="page">
      <PageHead
        title={title}
        back={way}
        place={place === null ? undefined : <Neighbours place={place} />}
        state={state}
      >
        {next}
        {place?.after && !hasStep ? (
          // What was to do here is done: the next record is the next step.
          <LinkButton to={place.after} variant={hadStep ? 'primary' : 'outline'}>
            {t('Next in the list')}
          </LinkButton>
        ) : null}
        {actions}
      </PageHead>
      <div className={aside === undefined ? 'grid gap-4' : 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]'}>
        <div className="grid min-w-0 gap-4">{children}</div>
        {aside === undefined ? null : <div className="grid min-w-0 content-start gap-4 self-stretch">{aside}</div>}
      </div>
    </div>
  )
}

const NEIGHBOUR = 'inline-grid size-11 place-items-center rounded-sm hover:bg-sunk lg:size-8'

/** "3 of 13", and the ways to the record before and after. J and K lead there too. */
function Neighbours({ place: { at, list, before, after } }: { place: Place }) {
  const navigate = useNavigate()
  useActions(
    useMemo(
      () => [
        ...(after === null
          ? []
          : [{ id: 'record after', label: t('Next in the list'), keys: 'j', run: () => void navigate(after) }]),
        ...(before === null
          ? []
          : [{ id: 'record before', label: t('Previous in the list'), keys: 'k', run: () => void navigate(before) }]),
      ],
      [after, before, navigate],
    ),
  )
  return (
    <nav aria-label={list.label} className="flex items-center text-sm text-ink-3 tabular-nums print:hidden">
      <span className="pr-1">
        {t('{at} of {count}', { at, count: `${list.rows.length}${list.hasMore ? '+' : ''}` })}
      </span>
      {before === null ? null : (
        <Link to={before} aria-label={t('Previous in the list')} className={NEIGHBOUR}>
          <ChevronUp size={18} aria-hidden="true" />
        </Link>
      )}
      {after === null ? null : (
        <Link to={after} aria-label={t('Next in the list')} className={NEIGHBOUR}>
          <ChevronDown size={18} aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}

interface SectionProps {
  /** What an address names the part by. */
  id?: string
  title: string
  action?: ReactNode
  children: ReactNode
}

/** A part of a record, with its own heading. */
export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section id={id} className="scroll-mt-24">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-x-4 pb-3">
          <h2 className="text-lg font-bold">{title}</h2>
          {action}
        </div>
        {children}
      </Card>
    </section>
  )
}

/** Facts of a record: name and value. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What happened, in the order given. */
export function Timeline({
  entries,
}: {
  entries: readonly { id: string; at: string; what: ReactNode; who?: string | undefined }[]
}) {
  return (
    <ol className="grid gap-3 border-l-2 border-line pl-4">
      {entries.map(({ id, at, what, who }) => (
        <li
          key={id}
          className="relative before:absolute before:top-2 before:-left-[1.3125rem] before:size-2 before:rounded-pill before:bg-line-strong"
        >
          <div className="wrap-anywhere">{what}</div>
          <p className="text-xs text-ink-3">
            <When at={at} />
            {who === undefined ? null : ` · ${actorText(who)}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
