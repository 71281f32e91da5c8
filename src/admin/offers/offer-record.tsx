import { useRef } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { codeKey } from '#shop/offers/rules.ts'
import type { ChangedOffer, StaffOffer } from '#shop/offers/staff-contract.ts'
import { offerText } from '#shop/offers/staff-labels.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { AlsoHere } from '../parts/also-here.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { focusFirstError } from '../parts/focus-first-error.ts'
import { Facts, RecordPage, Section } from '../parts/record-page.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { useCall } from '../parts/use-call.ts'
import { useRecordForm, valuesOf } from '../parts/use-record-form.ts'
import { useUndo } from '../parts/use-undo.ts'
import { BatchCodes } from './batch-codes.tsx'
import { changeOfForm, NEW_OFFER, OFFER_FIELDS, type OfferField, type OfferValues, termsOfForm } from './fields.ts'
import { daysText, stateOf } from './labels.ts'
import { OfferFields } from './offer-fields.tsx'
import { Trial, useTrial } from './trial.tsx'

export async function loader({ params: { id = '' } }: LoaderFunctionArgs): Promise<StaffOffer> {
  return id === NEW_OFFER.id ? NEW_OFFER : load('GET /offers/{id}', { params: { id } })
}

/** `/admin/offers/ID`, and `/admin/offers/new`. */
export function Component() {
  const stored = useLoaderData<typeof loader>()
  const isNew = stored.id === NEW_OFFER.id
  const navigate = useNavigate()
  const showDone = useUndo()
  const element = useRef<HTMLFormElement>(null)
  const form = useOfferForm(stored)
  const { values, changed } = form
  const trial = useTrial(isNew ? undefined : stored.id, termsOfForm(values, stored))

  async function save(): Promise<void> {
    const saved = await form.save()
    if (saved === null) return focusFirstError(element.current)
    const name = values.name || stored.name
    showDone(isNew ? t('{name} saved as a draft.', { name }) : t('{name} saved.', { name }), saved.undo)
    if (isNew) await navigate(`/offers/${saved.id}`, { replace: true })
  }

  const { text, tone } = stateOf(stored)
  return (
    <RecordPage
      title={isNew ? t('New offer') : stored.name}
      back={{ to: '/offers', label: t('All offers') }}
      state={isNew ? undefined : <Tag tone={tone}>{text}</Tag>}
      next={isNew ? undefined : <StateButton offer={stored} isChanged={changed.length > 0} />}
      aside={isNew ? undefined : <Uses offer={stored} />}
    >
      {isNew ? null : <AlsoHere subject={`offer:${stored.id}`} />}
      <ConflictNotice conflict={form.conflict} />
      <form
        ref={element}
        className="grid max-w-200 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <OfferFields
          values={values}
          set={form.set}
          errorOf={(path) => form.errorOf(path) ?? trial.errorOf(`offer.${path}`)}
        />
        <Trial trial={trial} onProblem={() => focusFirstError(element.current)} />
        <SaveBar
          changes={changed.map((name) => OFFER_FIELDS[name].label)}
          pending={form.pending}
          canSave={form.canSave}
          onDiscard={form.discard}
          error={form.error}
          saveLabel={isNew ? t('Save as draft') : undefined}
        />
      </form>
    </RecordPage>
  )
}

function useOfferForm(stored: StaffOffer) {
  return useRecordForm<StaffOffer, OfferValues, ChangedOffer>({
    key: `offer ${stored.id}`,
    stored,
    fields: OFFER_FIELDS,
    async call(change, current, { attempt }) {
      const values = { ...valuesOf(OFFER_FIELDS, current), ...change }
      if (stored.id === NEW_OFFER.id) {
        const terms = termsOfForm(values, current)
        return terms === null ? null : attempt('POST /offers', { body: terms })
      }
      // Safe cast: the fields of a change.
      const body = changeOfForm(values, Object.keys(change) as OfferField[], current)
      return body === null ? null : attempt('PATCH /offers/{id}', { params: { id: stored.id }, body }, current.version)
    },
  })
}

/** Starts an offer, or stops it. What is typed and not saved wouldn't count: it's saved first. */
function StateButton({ offer: { id, name, state }, isChanged }: { offer: StaffOffer; isChanged: boolean }) {
  const { pending, error, send } = useCall()
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  const isRunning = state === 'running'
  async function change(): Promise<void> {
    const done = await send(isRunning ? 'POST /offers/{id}/stop' : 'POST /offers/{id}/start', { params: { id } })
    if (done === null) return
    showDone(isRunning ? t('{name} stopped.', { name }) : t('{name} started.', { name }), done.undo)
    await revalidate()
  }
  return (
    <>
      <Button
        variant={isRunning ? 'outline' : 'primary'}
        size="sm"
        pending={pending}
        disabled={isChanged}
        onClick={() => void change()}
      >
        {isRunning ? t('Stop') : t('Start')}
      </Button>
      <FailureNotice text={error} />
    </>
  )
}

/** What it gives in a line, what came of it, and what to send to shoppers. */
function Uses({ offer }: { offer: StaffOffer }) {
  const { used, spent, codes, code } = offer
  const days = daysText(offer)
  return (
    <>
      <Section title={t('At a glance')}>
        <Facts
          facts={[
            [t('Gives'), offerText(offer)],
            ...(days === '' ? [] : [[t('Days'), days] as const]),
            [t('Orders'), used.toLocaleString('en-IN')],
            [t('Discount given'), formatRupees(spent)],
          ]}
        />
      </Section>
      {codes === 'one' && code !== undefined ? <Link code={code} /> : null}
      {codes === 'batch' ? <BatchCodes offer={offer} /> : null}
    </>
  )
}

/** An address that carries the code, for a message or a story. */
function Link({ code }: { code: string }) {
  const link = `${window.location.origin}/?code=${encodeURIComponent(codeKey(code))}`
  return (
    <Section title={t('Link with the code')}>
      <div className="grid gap-3">
        <p className="text-sm wrap-anywhere text-ink-2">{link}</p>
        <div>
          <CopyButton text={link} label={t('Copy link')} size="sm" />
        </div>
      </div>
    </Section>
  )
}
