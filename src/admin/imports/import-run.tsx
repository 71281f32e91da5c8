import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { readableTime } from '#platform/india-time.ts'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { ImportRunView } from '#shop/imports/staff-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { Progress } from '../parts/progress.tsx'
import { Facts, RecordPage, Section } from '../parts/record-page.tsx'
import { useAskAgain } from '../parts/use-ask-again.ts'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { stateText as productStateText } from '../products/labels.ts'
import { stateText, stateTone } from './import-list.tsx'
import { changeLabel, changeText } from './labels.ts'

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => load('GET /imports/{id}', { params: { id } })

const ASK_MS = 1000
const SHOWN = 50

/** `/admin/imports/ID`: what a file changes, how far it is, and the way back. The address reopens it. */
export function Component() {
  const run = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { send, pending, error } = useCall()
  const [isUndoing, setIsUndoing] = useState(false)
  const isUnderWay = run.state === 'reading' || run.state === 'applying'
  useAskAgain(isUnderWay, ASK_MS)
  const total = run.created + run.changed
  async function apply(): Promise<void> {
    await send('POST /imports/{id}/apply', { params: { id: run.id } })
    void revalidate()
  }
  return (
    <RecordPage
      title={run.file}
      back={{ to: '/imports', label: t('All imports') }}
      state={<Tag tone={stateTone(run.state)}>{stateText(run.state)}</Tag>}
      next={
        run.state === 'ready' && total > 0 ? (
          <Button variant="primary" pending={pending} onClick={() => void apply()}>
            {t('Import {count, plural, one {# product} other {# products}}', { count: total })}
          </Button>
        ) : undefined
      }
      actions={
        run.canUndo ? (
          <Button variant="outline" size="sm" onClick={() => setIsUndoing(true)}>
            {t('Undo the import')}
          </Button>
        ) : undefined
      }
      aside={
        <Section title={t('This file')}>
          <Facts
            facts={[
              [t('Uploaded'), <When key="at" at={run.at} />],
              [t('By'), run.by],
              [t('New'), run.created],
              [t('Changed'), run.changed],
              [t('Unchanged'), run.unchanged],
              [t('Rejected'), run.refused],
            ]}
          />
        </Section>
      }
    >
      <p role="status" className="text-lg font-bold wrap-anywhere">
        {run.text}
      </p>
      {isUnderWay ? <ImportProgress run={run} /> : null}
      <FailureNotice text={error} />
      <Errors run={run} />
      <Choices run={run} />
      {run.lowPrices.length === 0 ? null : (
        <Notice tone="warn">
          <p className="font-bold">
            {t('Check {count, plural, one {this price} other {these prices}}', { count: run.lowPrices.length })}
          </p>
          <ul>
            {run.lowPrices.slice(0, SHOWN).map(({ id, row, before, after, from }) => (
              <li key={`${row} ${id} ${after}`}>
                {t('Row {row}, {id}:', { row, id })} {before === null ? '–' : formatRupees(before)} →{' '}
                <b>{formatRupees(after)}</b>
                {from === undefined ? null : <> {t('from {time} on', { time: readableTime(from) })}</>}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {run.state === 'applied' && run.withoutPictures > 0 ? (
        <Notice tone="warn">
          <p className="pb-2">
            {t(
              '{count, plural, one {One new product has no picture: shoppers see an empty tile.} other {# new products have no picture: shoppers see empty tiles.}}',
              { count: run.withoutPictures },
            )}
          </p>
          <LinkButton to="/products/pictures" variant="outline" size="sm">
            {t('Add pictures to many products')}
          </LinkButton>
        </Notice>
      ) : null}
      <Changes run={run} />
      {isUndoing ? <UndoDialog run={run} onClose={() => setIsUndoing(false)} /> : null}
    </RecordPage>
  )
}

function ImportProgress({ run: { progress } }: { run: ImportRunView }) {
  const { part, products, pictures, rate, secondsLeft } = progress
  return (
    <div className="grid gap-2">
      <Progress label={t('Progress')} done={part} of={1} />
      <p className="text-ink-2 tabular-nums">
        {pictures === null
          ? t('{count} products read', { count: products })
          : t('{done} of {total} pictures', { done: pictures.done, total: pictures.total })}
        {rate === null ? null : ` · ${t('{rate} a second', { rate })}`}
        {secondsLeft === null ? null : ` · ${t('about {seconds} s left', { seconds: secondsLeft })}`}
      </p>
      <p className="text-sm text-ink-3">{t('You can close this page and come back to it. The import continues.')}</p>
    </div>
  )
}

function Errors({ run: { errors, errorCount, notes, leftOut, refused } }: { run: ImportRunView }) {
  if (errors.length + notes.length + leftOut.length === 0) return null
  const list = (items: ImportRunView['errors']) => (
    <ul className="grid gap-1">
      {items.map(({ row, column, id, message }) => (
        <li key={`${row} ${column ?? ''} ${id} ${message}`} className="wrap-anywhere">
          {row === 0 ? null : (
            <b>{column === undefined ? t('Row {row}', { row }) : t('Row {row}, {column}', { row, column })} </b>
          )}
          {id === '' ? '' : `${id}: `}
          {message}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {leftOut.length === 0 ? null : (
        <Section title={t('Skipped: {count, plural, one {# product} other {# products}}', { count: refused })}>
          {list(leftOut.slice(0, 200))}
        </Section>
      )}
      {errors.length === 0 ? null : (
        <Section title={t('{count, plural, one {# error} other {# errors}}', { count: errorCount })}>
          <p className="pb-2 text-ink-2">
            {t('Nothing was imported. Fix these in the file and upload it again, or choose below.')}
          </p>
          {list(errors.slice(0, 200))}
        </Section>
      )}
      {notes.length === 0 ? null : <Section title={t('Notes')}>{list(notes.slice(0, 200))}</Section>}
    </>
  )
}

/** What can be decided here instead of in the file: what becomes of wrong and of incomplete products. */
function Choices({ run }: { run: ImportRunView }) {
  const { send, pending, error } = useCall()
  const { revalidate } = useRevalidator()
  if (!run.mayChoose) return null
  async function choose(body: Partial<ImportRunView['choices']>): Promise<void> {
    await send('POST /imports/{id}/check', { params: { id: run.id }, body })
    void revalidate()
  }
  const choice = (label: string, body: Partial<ImportRunView['choices']>) => (
    <Button size="sm" variant="outline" pending={pending} onClick={() => void choose(body)}>
      {label}
    </Button>
  )
  const mayLeaveOut = run.errors.some(({ id }) => id !== '')
  return (
    <>
      <FailureNotice text={error} />
      {mayLeaveOut ? <div>{choice(t('Skip products with errors'), { skipWrong: true })}</div> : null}
      {run.withoutPictures === 0 ? null : (
        <Notice tone="warn">
          <p className="pb-2">
            {t(
              '{count, plural, one {One new product has no picture and would be} other {# new products have no picture and would be}} on sale without one.',
              { count: run.withoutPictures },
            )}
          </p>
          <div>{choice(t('Import them as drafts'), { draftsWithoutPictures: true })}</div>
        </Notice>
      )}
    </>
  )
}

/** What changes of each product, field by field: variants, colours, pictures and prices by their names. */
function Changes({ run: { changes, created, changed, state } }: { run: ImportRunView }) {
  const [count, setCount] = useState(SHOWN)
  if (changes.length === 0) return null
  const more = created + changed - Math.min(count, changes.length)
  return (
    <Section title={state === 'applied' ? t('What changed') : t('Changes')}>
      <ul className="grid gap-3">
        {changes.slice(0, count).map(({ id, fields, product }) => (
          <li key={id} className="border-b border-line pb-3 last:border-0 last:pb-0">
            <span className="flex flex-wrap items-center gap-2">
              {fields === null && state !== 'applied' ? (
                <b className="inline-flex min-h-11 items-center wrap-anywhere">{product?.name ?? id}</b>
              ) : (
                <Link to={`/products/${id}`} className="inline-flex min-h-11 items-center font-bold wrap-anywhere">
                  {product?.name ?? id}
                </Link>
              )}
              {fields === null ? <Tag tone="ok">{t('New')}</Tag> : null}
            </span>
            {fields === null && product !== null ? <p className="text-sm text-ink-2">{summaryText(product)}</p> : null}
            {fields === null ? null : (
              <dl className="grid gap-1 text-sm">
                {Object.entries(fields).map(([name, { before, after }]) => (
                  <div key={name} className="wrap-anywhere">
                    <dt className="inline font-bold">{changeLabel(name)}: </dt>
                    <dd className="inline">
                      <del className="text-ink-3">{changeText(name, before)}</del> →{' '}
                      <ins className="no-underline">{changeText(name, after)}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="flex flex-wrap items-center gap-3 pt-3">
          {t('… and {count} more', { count: more })}
          {count < changes.length ? (
            <Button variant="outline" size="sm" onClick={() => setCount(count + 200)}>
              {t('Show more')}
            </Button>
          ) : null}
        </p>
      ) : null}
    </Section>
  )
}

/** A new product in a line: `Rs. 1,299 · Indigo, Teal · S, M, L · 24 pieces · 3 pictures`, and its state if it isn't on sale. */
function summaryText({ price, colors, sizes, pieces, pictures, state }: NonNullable<Change['product']>): string {
  return [
    formatRupees(price),
    colors.join(', '),
    sizes.join(', '),
    t('{pieces, plural, one {# piece} other {# pieces}}', { pieces }),
    pictures === 0 ? t('no picture') : t('{pictures, plural, one {# picture} other {# pictures}}', { pictures }),
    ...(state === 'published' ? [] : [productStateText(state)]),
  ].join(' · ')
}

type Change = ImportRunView['changes'][number]

function UndoDialog({ run, onClose }: { run: ImportRunView; onClose: () => void }) {
  const { send, pending, error } = useCall()
  const { revalidate } = useRevalidator()
  async function undo(): Promise<void> {
    const done = await send('POST /imports/{id}/undo', { params: { id: run.id } })
    if (done === null) return
    const { restored, removed, sold, kept } = done
    const stays = sold.length + kept.length
    showToast(
      t('Undone: {restored} restored, {removed} removed.', { restored, removed }) +
        (stays === 0 ? '' : ` ${t('{count} were sold or changed since then, so they stay.', { count: stays })}`),
      { tone: 'ok', ms: 10_000 },
    )
    void revalidate()
    onClose()
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Undo the import')}
      lines={[
        [t('New products removed'), run.created],
        [t('Products restored'), run.changed],
      ]}
      warning={t('Products ordered since then stay, and so do later changes.')}
      confirmLabel={t('Undo import')}
      pending={pending}
      error={error}
      onConfirm={() => void undo()}
    />
  )
}
