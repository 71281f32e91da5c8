import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { useMedia } from '#ui/use-media.ts'
import { type FrameProps, ListFrame } from './list-frame.tsx'

export interface Column<T> {
  id: string
  head: string
  cell: (row: T) => ReactNode
  /** Numbers stand at the right. */
  isNumber?: boolean
}

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
  /** Rows that can be chosen, for a change of several. */
  selection?: Selection<T> | undefined
  /** Between the search and the rows. */
  children?: ReactNode
}

/**
 * A list whose address is its whole state: view, search and page. It's a table where there is room, and cards where
 * there isn't. Another view or search begins on its first page.
 */
export function ListPage<T>(props: Props<T>) {
  const { columns: _, rows, idOf: __, linkOf: ___, card: ____, selection: _____, children, ...frame } = props
  return (
    <ListFrame {...frame} isEmpty={rows.length === 0} filters={children}>
      <Rows {...props} />
    </ListFrame>
  )
}

function Box({ label, isChosen, onChange }: { label: string; isChosen: boolean; onChange: (next: boolean) => void }) {
  return (
    // The row is a link: its box lies above it.
    <label className="relative z-1 -m-2 inline-grid size-11 cursor-pointer place-items-center">
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

function Rows<T>({ columns, rows, idOf, linkOf, card, title, selection }: Props<T>) {
  const isWide = useMedia('(min-width: 48.0625rem)')
  const [first, ...others] = columns
  if (!isWide || first === undefined)
    return (
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={idOf(row)} className={selection ? 'relative pl-11' : ''}>
            {selection ? (
              <span className="absolute top-4 left-2">
                <RowBox row={row} id={idOf(row)} selection={selection} />
              </span>
            ) : null}
            <Link
              to={linkOf(row)}
              className="block rounded-md border border-line bg-card p-4 no-underline hover:border-line-strong"
            >
              {card(row)}
            </Link>
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
            {columns.map(({ id, head, isNumber }) => (
              <th
                key={id}
                scope="col"
                className={`px-4 py-3 font-bold whitespace-nowrap text-ink-2 ${isNumber ? 'text-right' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} className="relative border-b border-line last:border-0 hover:bg-sunk">
              {selection ? (
                <td className="py-3 pl-4 align-top">
                  <RowBox row={row} id={idOf(row)} selection={selection} />
                </td>
              ) : null}
              <th scope="row" className="px-4 py-3 align-top font-bold">
                <Link to={linkOf(row)} className="no-underline after:absolute after:inset-0 hover:underline">
                  {first.cell(row)}
                </Link>
              </th>
              {others.map(({ id, cell, isNumber }) => (
                <td key={id} className={`px-4 py-3 align-top ${isNumber ? 'text-right tabular-nums' : ''}`}>
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

function RowBox<T>({ row, id, selection }: { row: T; id: string; selection: Selection<T> }) {
  const { chosen, onChange, labelOf } = selection
  return <Box label={labelOf(row)} isChosen={chosen.has(id)} onChange={(isChosen) => onChange([id], isChosen)} />
}
