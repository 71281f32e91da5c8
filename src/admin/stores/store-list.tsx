import { type ReactNode, useRef, useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import { openingSentence } from '#shop/branches/messages.ts'
import type { StaffStore } from '#shop/branches/staff-contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card, Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useLastList } from '../parts/last-list.ts'
import { DRAG_ITEM, DRAG_LIST, focusMoved, focusRemoved, Grip, moveItem, useDragOrder } from '../parts/order.tsx'
import { RecordPage } from '../parts/record-page.tsx'
import { MoveButtons, RemoveButton } from '../parts/row-buttons.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { hoursText, statusText } from './fields.ts'
import { ShopLink } from './store-record.tsx'
import { StoresFile } from './stores-file.tsx'

export const loader = () => load('GET /stores')

/** `/admin/stores`: the stores of the store locator, in the order in which shoppers see them. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  useLastList({ label: t('Stores'), rows: items.map(({ id }) => `/stores/${id}`) })
  return (
    <RecordPage
      title={t('Stores')}
      back={{ to: '/settings', label: t('Settings') }}
      next={
        <LinkButton to="/new-store" variant="primary" size="sm">
          {t('Add a store')}
        </LinkButton>
      }
      actions={
        <>
          <StoresFile isEmpty={items.length === 0} />
          {items.length === 0 ? null : <ShopLink />}
        </>
      }
    >
      <div className="grid max-w-240 gap-4">
        {items.length === 0 ? (
          <EmptyState
            title={t('No stores yet')}
            line={t('Once you add one, the shop links to a page where shoppers find it.')}
          />
        ) : (
          <>
            <p className="max-w-160 text-pretty text-ink-2">
              {t('Shoppers see them in this order, unless they sort by distance.')}
            </p>
            <Stores items={items} />
          </>
        )}
      </div>
    </RecordPage>
  )
}

/** The rows, moved by hand or by buttons, and removed: at once on the screen, then by the server. */
function Stores({ items }: { items: readonly StaffStore[] }) {
  const { revalidate } = useRevalidator()
  const { send, error } = useCall()
  const offerUndo = useUndo()
  const list = useRef<HTMLOListElement>(null)
  // Counts until the list is loaded anew.
  const [changed, setChanged] = useState({ from: items, to: items })
  const shown = changed.from === items ? changed.to : items
  const show = (to: readonly StaffStore[]) => setChanged({ from: items, to })

  // Somebody may press again before the first change is saved: one is sent after the other.
  const turns = useRef({ last: Promise.resolve(), left: 0 })
  function save(change: () => Promise<{ undo: string | null } | null>, text: string): void {
    const queue = turns.current
    queue.left += 1
    queue.last = queue.last.then(async () => {
      const done = await change()
      queue.left -= 1
      if (done === null) show(items)
      else offerUndo(text, done.undo)
      if (queue.left === 0) await revalidate()
    })
  }

  function move(from: number, to: number): void {
    const store = shown[from]
    if (!store) return
    const { id, name } = store
    show(moveItem(shown, from, to))
    save(
      () => send('POST /stores/{id}/move', { params: { id }, body: { to: to + 1 } }),
      t('{name} moved to number {place}.', { name, place: to + 1 }),
    )
  }
  const hold = useDragOrder(list, move)

  function remove(at: number): void {
    const store = shown[at]
    if (!store) return
    const { id, name } = store
    show(shown.toSpliced(at, 1))
    focusRemoved(list.current, at)
    save(() => send('DELETE /stores/{id}', { params: { id } }), t('{name} removed.', { name }))
  }

  return (
    <>
      <FailureNotice text={error} />
      <ol ref={list} className={`${DRAG_LIST} grid gap-2`}>
        {shown.map((store, at) => (
          <li key={store.id} className={DRAG_ITEM}>
            <Store
              store={store}
              at={at}
              count={shown.length}
              grip={shown.length > 1 ? <Grip onPointerDown={hold(at)} className="-ml-3 text-ink-3" /> : null}
              onMove={(by) => {
                move(at, at + by)
                focusMoved(list.current, at + by, by)
              }}
              onRemove={() => remove(at)}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

type StoreProps = {
  store: StaffStore
  at: number
  count: number
  grip: ReactNode
  onMove: (by: number) => void
  onRemove: () => void
}

function Store({ store, at, count, grip, onMove, onRemove }: StoreProps) {
  const { id, name, status, address, phone, opening, hours, note } = store
  const sentence = openingSentence(hoursText(opening) || hours, note)
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 sm:flex-nowrap">
        <div className="flex min-w-0 items-center">
          {grip}
          <div className="relative min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1 font-bold">
              {/* The whole text leads there. */}
              <Link
                to={`/stores/${id}`}
                className="underline underline-offset-4 wrap-anywhere after:absolute after:inset-0"
              >
                {name}
              </Link>
              <Tag tone={status === 'Open' ? 'ok' : 'bad'}>{statusText(status)}</Tag>
            </p>
            {[address, sentence, phone].map((line) =>
              line === '' ? null : (
                <p key={line} className="text-sm text-ink-2 wrap-anywhere">
                  {line}
                </p>
              ),
            )}
          </div>
        </div>
        <div className="flex shrink-0">
          {count > 1 ? <MoveButtons name={name} at={at} count={count} onMove={onMove} /> : null}
          <RemoveButton name={name} onRemove={onRemove} />
        </div>
      </div>
    </Card>
  )
}
