import { t } from '#platform/text/t.ts'
import type { ShownProduct } from '../../catalog/card.ts'
import { ofColor } from '../../catalog/rules.ts'
import { swatchColor } from '../../catalog/swatches.ts'
import { valueName } from '../../catalog/value-names.ts'
import { drawFigure, hangOn } from '../figure-shape.ts'
import { drawBottom, drawTop, type Lengths, piecesOf } from '../garment-shape.ts'
import { readMeasures } from '../measures.ts'
import { cutOf, estimateGirth, findSize, readSizeRun, type SizingGender } from '../rules.ts'

/** Three builds, in cm and kg, whose sizes lie apart. */
const BUILDS: Record<SizingGender, readonly { height: number; weight: number }[]> = {
  men: [
    { height: 168, weight: 60 },
    { height: 178, weight: 78 },
    { height: 186, weight: 104 },
  ],
  women: [
    { height: 158, weight: 49 },
    { height: 165, weight: 62 },
    { height: 173, weight: 84 },
  ],
}
const WIDTH = 78
const HEIGHT = 196

type Props = { product: ShownProduct; color: string | null }

/**
 * Three people in the size that Find my size gives them, drawn to one scale from the garment's measurements. Nothing if
 * it fits none of them.
 */
export function SizePicture({ product, color }: Props) {
  const people = dress(product)
  if (people.length === 0) return null
  const fill = color === null ? undefined : (ofColor(product.swatches, color) ?? swatchColor(color))
  const alt = people.map(({ height, size }) => wears(height, size)).join('; ')
  return (
    <figure className="@container grid size-full grid-rows-[1fr_auto] gap-3 bg-sunk p-4">
      <svg
        role="img"
        aria-label={t('{name}, drawn to scale: {people}', { name: product.name, people: alt })}
        viewBox={`0 0 ${WIDTH * people.length} ${HEIGHT}`}
        className="size-full min-h-0"
      >
        {people.map(({ height, figure, layers }, at) => (
          <g key={height} transform={`translate(${WIDTH * (at + 0.5)} ${HEIGHT - 2 - height})`}>
            {figure.map((d) => (
              <path key={d} d={d} className="fill-line" />
            ))}
            {layers.map(({ d, is }) => (
              <path
                key={d}
                d={d}
                vectorEffect="non-scaling-stroke"
                strokeWidth={1}
                strokeLinejoin="round"
                fill={is === 'cloth' ? (fill ?? 'none') : 'none'}
                className="stroke-line-strong"
              />
            ))}
          </g>
        ))}
      </svg>
      <figcaption className="grid gap-2 text-center text-xs">
        <span aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-1">
          {people.map(({ height, size }) => (
            <span key={height} className="grid wrap-anywhere">
              <span className="text-ink-3">{t('{length} cm', { length: height })}</span>
              <b>{t('wears {size}', { size })}</b>
            </span>
          ))}
        </span>
        <span className="hidden text-ink-3 @3xs:inline">
          {color === null
            ? t('Drawn to scale from the garment’s measurements.')
            : t('Drawn to scale from the garment’s measurements, in {color}.', { color: valueName(color) })}
        </span>
      </figcaption>
    </figure>
  )
}

function dress(product: ShownProduct) {
  const run = readSizeRun(product.measurements ?? null)
  const sizes = readMeasures(product.measurements ?? null)
  const cut = cutOf(product)
  if (run === null) return []
  return BUILDS[cut.gender].flatMap((build) => {
    const person = { gender: cut.gender, preference: 'regular' as const, body: build, flat: {} }
    const size = findSize(run, cut, person)?.size
    const lengths = sizes.find((one) => one.size === size)?.cm
    if (!size || lengths === undefined) return []
    return [{ height: build.height, size, ...drawWorn(cut.gender, build, lengths) }]
  })
}

function drawWorn(gender: SizingGender, build: { height: number; weight: number }, lengths: Lengths) {
  const girth = (name: 'chest' | 'waist' | 'hip') => estimateGirth(name, gender, build).cm
  const body = { gender, height: build.height, chest: girth('chest'), waist: girth('waist'), hip: girth('hip') }
  const hanger = hangOn(body)
  const layers = piecesOf(lengths).flatMap((piece) => (piece === 'top' ? drawTop : drawBottom)(lengths, hanger).layers)
  return { figure: drawFigure(body), layers }
}

const wears = (height: number, size: string) => t('{height} cm wears {size}', { height, size })
