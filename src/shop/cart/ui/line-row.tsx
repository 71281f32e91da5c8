import { type ReactNode, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Tag } from '#ui/parts.tsx'
import { PictureOrBlank } from '#ui/picture-or-blank.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { StruckPrice } from '#ui/struck-price.tsx'
import { productPath } from '../../catalog/product-path.ts'
import { discountPercent } from '../../catalog/rules.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { Chosen } from '../change-line.ts'
import type { CartLine } from '../contract.ts'
import { availabilityOf, availabilityText, pictureUrlOf, subtotalOf } from '../line-availability.ts'
import type { ShownLine } from '../waiting-lines.ts'

const ChoiceSheet = lazyComponent(async () => (await import('../../catalog/ui/choice-sheet.tsx')).ChoiceSheet)

/** The wishlist imports only this type: its route passes it the component. */
export type LineRowProps = {
  line: ShownLine
  onStep: (wanted: number) => void
  /** Resends a quantity that failed for lack of a connection. */
  onRetry: () => void
  onRemove: () => void
  /** Gives the line another colour or size. */
  onChange: (chosen: Chosen) => Promise<void>
  /** Sold-out sizes can be chosen too, and this is shown for them. */
  soldOutNotice?: (chosen: Chosen) => ReactNode
  removing?: boolean
  /** Buttons beside Remove. */
  actions?: ReactNode
  /** For the drawer, which is only 250 px wide on phones. */
  narrow?: boolean
  /** Rupees, if the price has changed since the line was first shown. */
  formerPrice?: number | null
  onFollow?: () => void
}

const NARROW = 'grid-cols-[76px_minmax(0,1fr)] gap-x-2.5'
const ROOMY =
  'grid-cols-[96px_minmax(0,1fr)] gap-x-4 sm:grid-cols-[96px_minmax(0,1fr)_auto] md:grid-cols-[128px_minmax(0,1fr)_auto]'
const REMOVE = 'inline-flex min-h-11 cursor-pointer items-center text-sm font-bold underline underline-offset-4'

/** A line of the cart or the wishlist: picture, name, size and colour, price, quantity, Remove. */
export function LineRow(props: LineRowProps) {
  const { line, removing = false, narrow = false } = props
  const nameId = useId()
  const remove = (
    <button type="button" disabled={removing} aria-describedby={nameId} className={REMOVE} onClick={props.onRemove}>
      {t('Remove')}
    </button>
  )
  return (
    <li
      data-line={line._id}
      aria-busy={removing || undefined}
      className={`grid border-b border-line py-4 last:border-0 ${narrow ? NARROW : ROOMY} ${removing ? 'opacity-60' : ''}`}
    >
      <div className="grid content-start justify-items-center">
        <LinePicture line={line} narrow={narrow} />
        {narrow ? remove : null}
      </div>
      <LineDetails {...props} nameId={nameId} remove={narrow ? null : remove} />
      {narrow ? null : (
        <p className="hidden font-bold whitespace-nowrap tabular-nums sm:block">{formatPrice(subtotalOf([line]))}</p>
      )}
    </li>
  )
}

type DetailsProps = LineRowProps & { nameId: string; remove: ReactNode }

function LineDetails(props: DetailsProps) {
  const { line, removing = false, narrow = false, remove, actions } = props
  return (
    <div className="grid min-w-0 grid-cols-1 content-start justify-items-start gap-1.5">
      <LineText {...props} />
      <AvailabilityTag line={line} />
      <Stepper
        value={line.quantity}
        label={`${valueName(line.size)}, ${valueName(line.color)}`}
        onChange={props.onStep}
        disabled={removing || availabilityOf(line) === 'sold-out'}
      />
      <p role="status" className="flex flex-wrap items-center gap-x-2 text-xs text-warn empty:hidden">
        {line.isUnsent ? (
          <>
            {t('Not sent: there is no connection.')}
            <button type="button" className={REMOVE} onClick={props.onRetry}>
              {t('Try again')}
            </button>
          </>
        ) : null}
      </p>
      {narrow ? null : (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 pt-1">
          {remove}
          {actions}
        </div>
      )}
    </div>
  )
}

function LinePicture({ line, narrow }: { line: CartLine; narrow: boolean }) {
  return (
    <PictureOrBlank
      src={pictureUrlOf(line)}
      sizes={narrow ? '76px' : '(min-width: 769px) 128px, 96px'}
      placeholderColor={line.picture?.tone}
      className={`aspect-4/5 w-full rounded-sm ${availabilityOf(line) === 'sold-out' ? 'opacity-50' : ''}`}
    />
  )
}

function LineText(props: DetailsProps) {
  const { line, nameId, narrow = false, formerPrice = null, onFollow } = props
  const { productId, quantity } = line
  const saving = discountPercent(productId.price, productId.mrp)
  return (
    <>
      <Link
        id={nameId}
        to={productPath(productId._id)}
        onClick={onFollow}
        className={`font-bold wrap-anywhere text-ink no-underline hover:underline ${narrow ? 'line-clamp-2 text-sm' : '-my-2.5 py-2.5'}`}
      >
        {productId.name}
      </Link>
      <LineVariant {...props} />
      <p
        className={`flex flex-wrap items-baseline gap-x-2 text-sm font-bold tabular-nums ${narrow || quantity > 1 || formerPrice !== null || saving !== null ? '' : 'sm:hidden'}`}
      >
        {formatPrice(productId.price)}
        {saving === null ? null : (
          <StruckPrice price={formatPrice(productId.mrp ?? 0)} label={t('MRP')} percent={saving} />
        )}
        {formerPrice === null ? null : (
          <span className="text-xs font-normal text-warn">
            {t('was {formerPrice}', { formerPrice: formatPrice(formerPrice) })}
          </span>
        )}
        {quantity > 1 ? <span className="text-xs font-normal text-ink-2">{t('each')}</span> : null}
      </p>
    </>
  )
}

/** "L · Black", a button that asks for another size or colour. */
function LineVariant({ line, nameId, removing = false, onChange, soldOutNotice }: DetailsProps) {
  const [isOpen, setOpen] = useState(false)
  const { productId, size, color } = line
  return (
    <>
      <button
        type="button"
        aria-describedby={nameId}
        aria-haspopup="dialog"
        disabled={removing}
        onClick={() => setOpen(true)}
        className="inline-flex min-h-9 max-w-full cursor-pointer items-center gap-1.5 rounded-sm border border-line-strong px-2.5 text-left text-xs font-bold text-ink hover:border-ink"
      >
        <span className="sr-only">{t('Change size or colour:')} </span>
        <span className="min-w-0 wrap-anywhere">
          {valueName(size)} · {valueName(color)}
        </span>
        <ChevronDownIcon size={14} className="shrink-0" />
      </button>
      {isOpen ? (
        <Suspense>
          <ChoiceSheet
            productId={productId._id}
            color={color}
            size={size}
            cover={pictureUrlOf(line)}
            title={t('Change size or colour')}
            action={t('Change')}
            {...(soldOutNotice ? { soldOutNotice } : {})}
            onChosen={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function AvailabilityTag({ line }: { line: CartLine }) {
  const text = availabilityText(line)
  if (text === null) return null
  return <Tag tone={availabilityOf(line) === 'last' ? 'warn' : 'bad'}>{text}</Tag>
}
