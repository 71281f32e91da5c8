import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { readableTime } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'
import type { StaffAuditLine } from '#shop/audit/staff-contract.ts'
import type { ListedStaff } from '#shop/staff/staff-contract.ts'
import { Button, buttonClass, LinkButton } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { useMedia } from '#ui/use-media.ts'
import { load } from '../api.ts'
import { actorText } from '../parts/actor-text.ts'
import { DayField } from '../parts/day-field.tsx'
import { ListFrame } from '../parts/list-frame.tsx'
import { useUndoById } from '../parts/use-undo.ts'
import { When } from '../parts/when.tsx'

const FILTERS = ['subject', 'staff', 'action', 'from', 'to', 'cursor'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const filters = FILTERS.flatMap((name) => {
    const value = query.get(name)?.trim()
    return value ? [[name, value] as const] : []
  })
  const [page, actions, staff] = await Promise.all([
    load('GET /audit', { query: Object.fromEntries(filters) }),
    load('GET /audit/actions'),
    load('GET /staff'),
  ])
  return { page, actions: actions.texts, staff: staff.items }
}

/** `/admin/audit`: who changed what, with the difference in words, and the way back if there is one. */
export function Component() {
  const { page, actions, staff } = useLoaderData<typeof loader>()
  return (
    <ListFrame
      title={t('Activity')}
      isEmpty={page.items.length === 0}
      next={page.next}
      empty={{ title: t('No activity'), line: t('Nothing matches these filters.') }}
      filters={<Filters actions={actions} staff={staff} />}
    >
      <ol className="divide-y divide-line rounded-md border border-line bg-card">
        {page.items.map((line) => (
          <li key={line.id}>
            <Line line={line} />
          </li>
        ))}
      </ol>
    </ListFrame>
  )
}

type FilterProps = { actions: Readonly<Record<string, string>>; staff: readonly ListedStaff[] }

/** On a narrow screen they're folded away until one is set. */
function Filters(props: FilterProps) {
  const [query] = useSearchParams()
  const isWide = useMedia('(min-width: 48.0625rem)')
  const fields = <FilterFields {...props} />
  if (isWide) return fields
  return (
    <details open={query.size > 0} className="pb-4">
      <summary className={buttonClass({ variant: 'outline', size: 'sm' })}>
        {t('Filters')}
        <ChevronDown size={18} aria-hidden="true" className="in-open:rotate-180" />
      </summary>
      <div className="pt-4">{fields}</div>
    </details>
  )
}

function FilterFields({ actions, staff }: FilterProps) {
  const [query] = useSearchParams()
  const value = (name: string) => query.get(name) ?? ''
  // A new key for another value: fields without a state of their own follow the address, and the button keeps the focus.
  return (
    <Form role="search" className="grid gap-3 pb-5 sm:grid-cols-2 lg:grid-cols-5">
      <Select key={`staff ${value('staff')}`} label={t('Person')} name="staff" defaultValue={value('staff')}>
        <option value="">{t('Everyone')}</option>
        {staff.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {name || email}
          </option>
        ))}
      </Select>
      <Select key={`action ${value('action')}`} label={t('Action')} name="action" defaultValue={value('action')}>
        <option value="">{t('All actions')}</option>
        {Object.entries(actions).map(([action, text]) => (
          <option key={action} value={action}>
            {text}
          </option>
        ))}
      </Select>
      <Field
        key={`subject ${value('subject')}`}
        label={t('Record')}
        name="subject"
        defaultValue={value('subject')}
        placeholder={t('An order’s number')}
      />
      <DayField label={t('From (IST)')} name="from" isPast value={value('from')} />
      <DayField label={t('To (IST)')} name="to" isPast value={value('to')} />
      <div className="flex flex-wrap gap-2 sm:col-span-2 lg:col-span-5">
        <Button type="submit" size="sm" variant="outline">
          {t('Apply')}
        </Button>
        {query.size === 0 ? null : (
          <LinkButton to="/audit" size="sm" variant="text">
            {t('Clear filters')}
          </LinkButton>
        )}
      </div>
    </Form>
  )
}

function Line({ line }: { line: StaffAuditLine }) {
  const { at, actor, actorKind, actionText, subjectText, path, changes, undo } = line
  return (
    <article
      aria-label={`${actionText}: ${subjectText}`}
      className="grid items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm lg:grid-cols-[8rem_12rem_minmax(0,1fr)_auto]"
    >
      <p className="text-ink-3 max-lg:order-1">
        <When at={at} />
      </p>
      <p className="text-ink-2 wrap-anywhere max-lg:order-1">{actorText(actor, actorKind)}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <strong>{actionText}</strong>
          {': '}
          {path === null ? subjectText : <Link to={path}>{subjectText}</Link>}
        </p>
        <Changes changes={changes} />
      </div>
      {undo === null ? null : <TakeBack undo={undo} about={`${actionText}, ${subjectText}, ${readableTime(at)}`} />}
    </article>
  )
}

const SHOWN = 3

function Changes({ changes }: { changes: StaffAuditLine['changes'] }) {
  const [isOpen, setIsOpen] = useState(false)
  // A button for one line would take its place.
  const isShort = changes.length <= SHOWN + 1
  const shown = isOpen || isShort ? changes : changes.slice(0, SHOWN)
  if (changes.length === 0) return null
  return (
    <>
      <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs sm:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)]">
        {shown.map(({ field, before, after }) => (
          <div key={field} className="contents">
            <dt className="text-ink-3 wrap-anywhere">{field}</dt>
            <dd className="wrap-anywhere">
              {before === null ? null : <del className="text-ink-2">{before}</del>}
              {before === null || after === null ? ' ' : ' → '}
              {after === null ? null : <ins className="no-underline">{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {isShort || isOpen ? null : (
        <Button variant="text" size="sm" onClick={() => setIsOpen(true)}>
          {t('{count} more', { count: changes.length - SHOWN })}
        </Button>
      )}
    </>
  )
}

function TakeBack({ undo, about }: { undo: string; about: string }) {
  const takeBack = useUndoById()
  const [pending, setPending] = useState(false)
  async function press(): Promise<void> {
    setPending(true)
    await takeBack(undo)
    setPending(false)
  }
  return (
    <Button
      variant="outline"
      size="sm"
      className="justify-self-start"
      pending={pending}
      aria-label={t('Undo: {change}', { change: about })}
      onClick={() => void press()}
    >
      {t('Undo')}
    </Button>
  )
}
