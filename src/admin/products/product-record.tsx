import { type ReactNode, type SyntheticEvent, useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { useActions } from '../actions.ts'
import { load } from '../api.ts'
import { AlsoHere } from '../parts/also-here.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { MenuButton, MenuLink, MoreMenu } from '../parts/more-menu.tsx'
import { ReasonField } from '../parts/reason-field.tsx'
import { RecordPage, Section, Timeline } from '../parts/record-page.tsx'
import { parseRupees } from '../parts/rupees.ts'
import { SaveBar } from '../parts/save-bar.tsx'
import { When } from '../parts/when.tsx'
import { may } from '../session.ts'
import { STOCK_REASONS } from '../stock/reasons.ts'
import { variantsOf } from './fields.ts'
import { historyText } from './history-text.ts'
import { stateExplained, stateText, stateTone } from './labels.ts'
import { Pictures } from './pictures.tsx'
import { FactFields, FoundByFields, PriceFields, WordFields } from './product-form.tsx'
import { SaleDialog, type StateChange, StateDialog, stepsOf, stepText } from './step-dialogs.tsx'
import { PreviewLink, TakeBackDialog } from './timeline.tsx'
import { usePriceAdvice } from './use-price-advice.ts'
import { useProductForm } from './use-product-form.ts'
import { VariantsGrid } from './variants-grid.tsx'

export async function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  const [product, history] = await Promise.all([
    load('GET /products/{id}', { params: { id } }),
    may('GET /products/{id}/history')
      ? load('GET /products/{id}/history', { params: { id }, query: { limit: 20 } })
      : { items: [], next: null },
  ])
  return { product, history: history.items }
}

/** `/admin/products/ID`: one product, its pictures, stock, and what is coming. */
export function Component() {
  const { product, history } = useLoaderData<typeof loader>()
  const [open, setOpen] = useState<StateChange | 'sale' | null>(null)
  const form = useProductForm(product)
  const mayChange = may('PATCH /products/{id}')
  const steps = useMemo(() => (may('POST /products/{id}/publish') ? stepsOf(product.state) : []), [product.state])
  useActions(
    useMemo(() => steps.map((step) => ({ id: step, label: stepText(step), run: () => setOpen(step) })), [steps]),
  )
  const [next] = steps
  const others = steps.filter((step) => step !== 'publish' || next !== 'publish')
  const { isFine, adviceOn } = usePriceAdvice(product._id)
  const price = form.changed.includes('price') ? parseRupees(form.text('price')) : null
  const advice = adviceOn(price)
  const save = async () => (price === null || (await isFine(price)) ? form.save() : undefined)
  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    void save()
  }
  return (
    <RecordPage
      title={product.name}
      back={{ to: '/products', label: t('All products') }}
      state={<Tag tone={stateTone(product.state)}>{stateText(product.state)}</Tag>}
      next={
        next === 'publish' ? (
          <Button variant="primary" onClick={() => setOpen(next)}>
            {stepText(next)}
          </Button>
        ) : undefined
      }
      actions={
        <>
          {product.state === 'published' || mayChange ? (
            <a
              href={product.state === 'published' ? product.page : product.preview}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'outline', size: 'sm' })}
            >
              {product.state === 'published' ? t('View in shop') : t('Preview in shop')}
            </a>
          ) : null}
          {mayChange ? (
            <MoreMenu>
              {/* On a wide screen they're beside the status instead. */}
              <div className="grid xl:hidden">
                {others.map((step) => (
                  <MenuButton key={step} onClick={() => setOpen(step)}>
                    {stepText(step)}
                  </MenuButton>
                ))}
              </div>
              {may('POST /products/{id}/sale') ? (
                <MenuButton onClick={() => setOpen('sale')}>{t('Schedule a sale')}</MenuButton>
              ) : null}
              <MenuLink to={`/products/new?like=${product._id}`}>{t('Duplicate')}</MenuLink>
            </MoreMenu>
          ) : null}
        </>
      }
      aside={
        <>
          <StatusSection product={product}>
            {others.map((step) => (
              <Button key={step} variant="outline" size="sm" onClick={() => setOpen(step)}>
                {stepText(step)}
              </Button>
            ))}
          </StatusSection>
          {mayChange ? (
            <form onSubmit={submit}>
              <FoundByFields form={form} />
              {/* Enter saves here, too. */}
              <button type="submit" hidden />
            </form>
          ) : null}
          <HistorySection history={history} />
        </>
      }
    >
      <AlsoHere subject={`product:${product._id}`} />
      <ConflictNotice conflict={form.conflict} />
      {mayChange ? (
        // Apart from the other fields: pictures have forms of their own, and stand between.
        <form onSubmit={submit}>
          <WordFields form={form} product={product} />
        </form>
      ) : null}
      <Pictures product={product} mayChange={mayChange} />
      {mayChange ? (
        <form className="grid gap-4" onSubmit={submit}>
          <PriceFields form={form} />
          <Section title={t('Colours and sizes')}>
            <VariantsGrid
              id={product._id}
              variants={variantsOf(form.record)}
              draft={form.values.grid}
              onChange={(grid) => form.set('grid', grid)}
            >
              {form.variantsError === null ? null : <p className="font-bold text-bad">{form.variantsError}</p>}
              {form.changes.stock.length === 0 ? null : (
                <ReasonField
                  label={t('Reason for the stock change')}
                  isOptional
                  reasons={STOCK_REASONS}
                  value={form.values.reason}
                  onChange={(reason) => form.set('reason', reason)}
                />
              )}
              <SizeFacts product={product} />
            </VariantsGrid>
          </Section>
          <FactFields form={form} />
          <SaveBar
            changes={form.changedLabels}
            pending={form.pending}
            canSave={form.canSave}
            onDiscard={form.discard}
            error={form.error}
            saveLabel={advice.length === 0 ? undefined : t('Save this price')}
          >
            {advice.map((sentence) => (
              <Notice key={sentence} tone="warn" live>
                {sentence}
              </Notice>
            ))}
          </SaveBar>
        </form>
      ) : (
        <Section title={t('Stock')}>
          <StockLines product={product} />
        </Section>
      )}
      {open === null ? null : open === 'sale' ? (
        <SaleDialog product={product} onClose={() => setOpen(null)} />
      ) : (
        <StateDialog step={open} product={product} onClose={() => setOpen(null)} />
      )}
    </RecordPage>
  )
}

/** A month: what lasts longer needs no buying yet. */
const SOON_DAYS = 30

/** What shoppers see of it now, and from when on that changes. `children`: the ways to change it. */
function StatusSection({ product, children }: { product: ProductRecord; children: ReactNode }) {
  const [open, setOpen] = useState<ProductRecord['coming'][number] | null>(null)
  const { state, coming } = product
  return (
    <Section title={t('Status')}>
      <p className="text-sm text-ink-2">
        <b className="text-ink">{stateText(state)}.</b> {stateExplained(state)}
      </p>
      {coming.length === 0 ? null : (
        <>
          <h3 className="pt-4 pb-1 text-sm font-bold">{t('Scheduled changes')}</h3>
          <ul className="grid gap-3">
            {coming.map((one) => (
              <li key={one.id} className="grid gap-2">
                <span className="min-w-0">
                  <span className="block text-sm text-ink-2">
                    <When at={one.at} />
                  </span>
                  {one.text}
                </span>
                <span className="flex flex-wrap gap-2">
                  <PreviewLink change={one} />
                  {may('DELETE /products/timeline/{change}') ? (
                    <Button variant="outline" size="sm" onClick={() => setOpen(one)}>
                      {t('Unschedule')}
                    </Button>
                  ) : null}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="flex flex-wrap gap-2 pt-3 empty:hidden max-xl:hidden">{children}</div>
      {open === null ? null : <TakeBackDialog change={{ ...open, takingBack: null }} onClose={() => setOpen(null)} />}
    </Section>
  )
}

function HistorySection({ history }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'history'>) {
  return history.length === 0 ? null : (
    <Section title={t('History')}>
      <Timeline
        entries={history.map(({ id, at, by, action, before, after }) => ({
          id,
          at,
          who: by,
          what: <span className="text-sm">{historyText({ action, before, after })}</span>,
        }))}
      />
    </Section>
  )
}

/** What is known of each size besides its pieces: folded, as the grid above has what is changed most. */
function SizeFacts({ product }: { product: ProductRecord }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center font-bold lg:min-h-9">
        {t('SKU, shelf, reserved and waitlist of each size')}
      </summary>
      <StockLines product={product} />
    </details>
  )
}

function StockLines({ product }: { product: ProductRecord }) {
  const maySee = may('GET /stock')
  return (
    <ul className="grid text-sm">
      {product.stock.map(({ sku, color, size, available, held, place, waiting, isLow, daysLeft }) => (
        <li
          key={sku}
          className="relative flex min-h-11 justify-between gap-3 border-b border-line py-2 first:pt-0 last:border-0 last:pb-0"
        >
          <span className="min-w-0 wrap-anywhere">
            {maySee ? (
              // The whole row leads there.
              <Link
                to={`/stock/${encodeURIComponent(sku)}`}
                className="no-underline after:absolute after:inset-0 hover:underline"
              >
                {color}, {size}
              </Link>
            ) : (
              `${color}, ${size}`
            )}
            <span className="block text-ink-3">
              {sku}
              {place === null ? null : ` · ${place}`}
            </span>
          </span>
          <span className="text-right tabular-nums">
            <b className={isLow ? 'text-bad' : ''}>{available}</b>
            {held > 0 ? <span className="block text-ink-3">{t('{count} reserved', { count: held })}</span> : null}
            {daysLeft === null || daysLeft > SOON_DAYS ? null : (
              <span className="block text-ink-3">
                {t('sells out in {count, plural, one {# day} other {# days}}', { count: daysLeft })}
              </span>
            )}
            {waiting > 0 ? <span className="block font-bold">{t('{count} waiting', { count: waiting })}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
