import { t } from '#platform/text/t.ts'
import { drawBottom, drawTop, type Garment, type Lengths, layFlat, piecesOf } from '../garment-shape.ts'
import type { Point } from '../outline.ts'
import type { Column } from '../size-table.ts'

/** Around the drawing and between two pieces, in cm. */
const MARGIN = 9

type Props = { lengths: Lengths; columns: readonly Column[] }

/** The garment laid flat, to its own proportions, with the letter of each column where it's measured. */
export function GarmentDrawing({ lengths, columns }: Props) {
  const pieces = flatPieces(lengths)
  const last = pieces.at(-1)
  if (last === undefined) return null
  const width = last.x + last.garment.halfWidth + MARGIN
  const height = Math.max(...pieces.map(({ garment }) => garment.bottom)) + MARGIN
  const scale = Math.max(width, height) / 100
  const letters = lettersOf(columns)
  const isMarked = new Set<string>()
  return (
    <svg
      role="img"
      aria-label={t('The garment laid flat, with a letter at each measurement')}
      viewBox={`${-MARGIN} ${-MARGIN} ${width + MARGIN} ${height + MARGIN}`}
      className="mx-auto max-h-72 w-full"
    >
      {pieces.map(({ garment, x }) => (
        <g key={x} transform={`translate(${x} 0)`}>
          <Layers garment={garment} />
          {columns.map(({ key }) => {
            const place = garment.places[key]
            // A set's chest is measured on one piece only, and so is everything else.
            if (place === undefined || isMarked.has(key)) return null
            isMarked.add(key)
            return <Mark key={key} place={place} letter={letters.get(key) ?? ''} scale={scale} />
          })}
        </g>
      ))}
    </svg>
  )
}

/** The letter of each column that the drawing shows: A, B, C. */
export function lettersOf(columns: readonly Column[]): ReadonlyMap<string, string> {
  return new Map(columns.map(({ key }, at) => [key, String.fromCharCode(65 + at)]))
}

/** The keys of the measures that the drawing of these lengths shows. */
export function drawnMeasures(lengths: Lengths): ReadonlySet<string> {
  return new Set(flatPieces(lengths).flatMap(({ garment }) => Object.keys(garment.places)))
}

/** The pieces from left to right, with the place of the middle of each. */
function flatPieces(lengths: Lengths): { garment: Garment; x: number }[] {
  const pieces: { garment: Garment; x: number }[] = []
  let edge = 0
  for (const piece of piecesOf(lengths).toReversed()) {
    const garment = (piece === 'top' ? drawTop : drawBottom)(lengths, layFlat(lengths))
    const x = edge + garment.halfWidth
    pieces.push({ garment, x })
    edge = x + garment.halfWidth + MARGIN
  }
  return pieces
}

function Layers({ garment }: { garment: Garment }) {
  return garment.layers.map(({ d, is }) => (
    <path
      key={d}
      d={d}
      vectorEffect="non-scaling-stroke"
      strokeWidth={is === 'cloth' ? 1.5 : 1}
      strokeLinejoin="round"
      className={is === 'cloth' ? 'fill-card stroke-ink' : 'fill-none stroke-line-strong'}
    />
  ))
}

/** A measured line with its letter in the middle. */
function Mark({ place, letter, scale }: { place: readonly [Point, Point]; letter: string; scale: number }) {
  const [[x1, y1], [x2, y2]] = place
  const [x, y] = [x1 + (x2 - x1) * MARK_AT, y1 + (y2 - y1) * MARK_AT]
  return (
    <g>
      <path
        d={`M${x1} ${y1}L${x2} ${y2}`}
        vectorEffect="non-scaling-stroke"
        strokeWidth={1.5}
        strokeDasharray="4 3"
        className="stroke-violet"
      />
      <circle cx={x} cy={y} r={3.6 * scale} className="fill-violet" />
      <text x={x} y={y} dy="0.36em" textAnchor="middle" fontSize={4.8 * scale} className="fill-on-violet font-bold">
        {letter}
      </text>
    </g>
  )
}

/** Off the middle, so that the letters of crossing lines don't meet. */
const MARK_AT = 0.62
