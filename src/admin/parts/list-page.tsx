import { type ReactNode, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { useActions } from '../actions.ts'
import { useLastList } from './last-list.ts'
import { type Column, useColumns } from './list-columns.tsx'
import { type FrameProps, ListFrame, useViews } from './list-frame.tsx'

/** Chosen rows, by their ids. */
export interface Selection<T> {
  chosen: ReadonlySet<string>
  onChange: (ids: readonly string[], isChosen: boolean) => void
  /** What a row's box chooses, for screen readers. */
  labelOf: (row: T) => string
}

type Props<T> = Omit<FrameProps, 'isEmpty' | 'filters' | 'children'> & {
  columns: readonly Column<T>[]
  rows: readonly T[]
  /** Every row has its id, never its position. */
  idOf: (row: T) => string
  /** The whole row is a link to here. */
  linkOf: (row: T) => string
  /** A row on a narrow screen. */
  card: (row: T) => ReactNode
  /** Beside it, what can be done without opening the row. */
  cardEnd?: ((row: T) => ReactNode) | undefined
  /** Rows that can be chosen, for a change of several. */
  selection?: Selection<T> | undefined
  /** Between the search and the rows. */
  children?: ReactNode
}

/**
 * A list whose address is its whole state: view, search and page. It's a table if there is room, and cards if there isn't.
 * Another view or search begins on its first page.
 */
export function ListPage<T>(props: Props<T>) {
  const { columns, rows, idOf: _, linkOf, card: __, cardEnd: ___, selection: ____, children, ...frame } = props
  const { title, views = [], viewParameter = 'state', next } = frame
  const view = useViews(views, viewParameter).find(({ isCurrent }) => isCurrent)
  useLastList({
    label: view === undefined || view.search === '' ? title : view.label,
    rows: rows.map(linkOf),
    hasMore: next !== null,
  })
  const list = useRowKeys(props)
  const { shown, added, isTable, chooser } = useColumns(columns, rows)
  return (
    <ListFrame
      {...frame}
      actions={
        <>
          {frame.actions}
          {chooser}
        </>
      }
      isEmpty={rows.length === 0}
      filters={children}
    >
      <div ref={list}>
        <Rows {...props} columns={shown} added={added} isTable={isTable} />
      </div>
    </ListFrame>
  )
}

/** J and K move along the rows, Enter opens the one that has the focus, and X chooses it. */
function useRowKeys<T>({ rows, selection }: Props<T>) {
  const list = useRef<HTMLDivElement>(null)
  const canChoose = selection !== undefined
  const isEmpty = rows.length === 0
  useActions(
    useMemo(() => {
      const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('tbody tr, li') ?? [])]
      const current = () => lines().findIndex((line) => line.contains(document.activeElement))
      const move = (by: number) =>
        lines()
          .at(Math.max(0, Math.min(current() + by, rows.length - 1)))
          ?.querySelector('a')
          ?.focus()
      const choose = () => lines().at(current())?.querySelector<HTMLElement>('input[type=checkbox]')?.click()
      if (isEmpty) return []
      return [
        { id: 'row after', label: t('Next row'), keys: 'j', run: () => move(1) },
        { id: 'row before', label: t('Previous row'), keys: 'k', run: () => move(-1) },
        ...(canChoose ? [{ id: 'choose row', label: t('Choose this row'), keys: 'x', run: choose }] : []),
      ]
    }, [isEmpty, canChoose, rows.length]),
  )
  return list
}

function Box({ label, isChosen, onChange }: { label: string; isChosen: boolean; onChange: (next: boolean) => void }) {
  return (
    // The row is a link: its box lies above it.
    <label className="relative z-1 -m-3 inline-grid size-11 align-middle cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-5 accent-ink"
      />
    </label>
  )
}

type RowsProps<T> = Props<T> & {
  /** Those that stand below a row on a narrow screen. */
  added: readonly Column<T>[]
  isTable: boolean
}

function Rows<T>({ columns, added, isTable, rows, idOf, linkOf, card, cardEnd, title, selection }: RowsProps<T>) {
  const [first, ...others] = columns
  if (!isTable || first === undefined)
    return (
      <ul className="-mx-4 divide-y divide-line border-y border-line bg-card">
        {rows.map((row) => (
          <li key={idOf(row)} className="relative flex items-center">
            {selection ? (
              <span className="absolute top-3 left-3">
                <RowBox row={row} id={idOf(row)} selection={selection} />
              </span>
            ) : null}
            <Link
              to={linkOf(row)}
              className={`block min-w-0 flex-1 py-3 pr-4 no-underline hover:bg-sunk ${selection ? 'pl-12' : 'pl-4'}`}
            >
              {card(row)}
              {added.length === 0 ? null : <Added columns={added} row={row} />}
            </Link>
            {cardEnd === undefined ? null : <span className="shrink-0 pr-4">{cardEnd(row)}</span>}
          </li>
        ))}
      </ul>
    )
  return (
    <div className="overflow-x-auto rounded-md border border-line bg-card">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-line">
            {selection ? (
              <th scope="col" className="w-11 py-1 pl-4">
                <Box
                  label={t('All on this page')}
                  isChosen={rows.every((row) => selection.chosen.has(idOf(row)))}
                  onChange={(isChosen) => selection.onChange(rows.map(idOf), isChosen)}
                />
              </th>
            ) : null}
            {columns.map(({ id, head, isNumber, isWide }) => (
              <th
                key={id}
                scope="col"
                className={`px-3 py-2 text-xs font-bold whitespace-nowrap text-ink-2 ${look({ isNumber, isWide })}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={idOf(row)}
              className="relative border-b border-line last:border-0 hover:bg-sunk/50 has-[td_:checked]:bg-sunk has-[td_:checked]:shadow-[inset_3px_0_var(--color-signal)]"
            >
              {selection ? (
                <td className="py-(--cell) pl-4 align-middle">
                  <RowBox row={row} id={idOf(row)} selection={selection} />
                </td>
              ) : null}
              <th
                scope="row"
                className={`px-3 py-(--cell) align-middle font-bold ${first.isWide ? '' : 'whitespace-nowrap'} ${look(first)}`}
              >
                <Link to={linkOf(row)} className="no-underline after:absolute after:inset-0 hover:underline">
                  {first.cell(row)}
                </Link>
              </th>
              {others.map(({ id, cell, isNumber, isWide }) => (
                <td key={id} className={`px-3 py-(--cell) align-middle ${look({ isNumber, isWide })}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What somebody wants to see of a row besides what its card says. */
function Added<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
  return (
    <span className="flex flex-wrap gap-x-4 pt-1 text-xs text-ink-2">
      {columns.map(({ id, head, cell }) => (
        <span key={id} className="flex max-w-full items-center gap-1">
          <span className="text-ink-3">{head}</span> {cell(row)}
        </span>
      ))}
    </span>
  )
}

type Look = Partial<Record<'isNumber' | 'isWide', boolean | undefined>>

const look = ({ isNumber, isWide }: Look) =>
  `${isNumber ? 'text-right whitespace-nowrap tabular-nums' : ''} ${isWide ? 'w-full max-w-0' : ''}`

function RowBox<T>({ row, id, selection }: { row: T; id: string; selection: Selection<T> }) {
  const { chosen, onChange, labelOf } = selection
  return <Box label={labelOf(row)} isChosen={chosen.has(id)} onChange={(isChosen) => onChange([id], isChosen)} />
}
