import { t } from '#platform/text/t.ts'
import { openingSentence } from '#shop/branches/messages.ts'
import { Field, Select, TextArea } from '#ui/field.tsx'
import { Section } from '../parts/record-page.tsx'
import { hoursText, STORE_FIELDS, type StoreField, type StoreValues, statusText } from './fields.ts'
import { OpeningField } from './opening-field.tsx'
import { PlaceField } from './place-field.tsx'

type Props = {
  values: StoreValues
  set: <F extends StoreField>(name: F, value: StoreValues[F]) => void
  /** The server's sentence about a field of the call. */
  errorOf: (path: string) => string | null
  isTried: boolean
}

type TextField = Exclude<StoreField, 'status' | 'opening'>

/** Everything that shoppers see of a store. */
export function StoreFields({ values, set, errorOf, isTried }: Props) {
  const error = (name: StoreField) => STORE_FIELDS[name].paths.map(errorOf).find((one) => one !== null) ?? null
  const shared = (name: TextField) => ({ label: STORE_FIELDS[name].label, value: values[name], error: error(name) })
  const text = (name: TextField) => ({
    ...shared(name),
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  })
  const hours = hoursText(values.opening)
  const sentence = openingSentence(hours || values.hours, values.note)
  return (
    <>
      <Section title={t('The store')}>
        <div className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <Field {...text('name')} required maxLength={120} autoComplete="off" />
            <Select
              label={STORE_FIELDS.status.label}
              value={values.status}
              error={error('status')}
              // Safe cast: the options below.
              onChange={({ target }) => set('status', target.value as StoreValues['status'])}
            >
              {(['Open', 'Closed'] as const).map((status) => (
                <option key={status} value={status}>
                  {statusText(status)}
                </option>
              ))}
            </Select>
          </div>
          <TextArea
            {...text('address')}
            required
            rows={2}
            maxLength={300}
            hint={t('Include city and PIN code: shoppers search by them.')}
          />
          <PlaceField {...shared('place')} isTried={isTried} onChange={(place) => set('place', place)} />
          <Field {...text('phone')} type="tel" autoComplete="off" hint={t('Optional.')} />
        </div>
      </Section>
      <Section title={t('Hours')}>
        <div className="grid gap-4">
          <OpeningField
            label={t('By days')}
            value={values.opening}
            onChange={(opening) => set('opening', opening)}
            errorOf={errorOf}
          />
          {hours === '' ? (
            <Field {...text('hours')} maxLength={120} hint={t('E.g. “By appointment”, if it has no fixed hours.')} />
          ) : null}
          <Field {...text('note')} maxLength={120} hint={t('E.g. “Closed on 15 August”.')} />
          {sentence === '' ? null : (
            <p className="rounded-sm bg-sunk px-4 py-3 wrap-anywhere">
              <span className="block text-xs text-ink-3">{t('Shown to shoppers')}</span>
              {sentence}
            </p>
          )}
        </div>
      </Section>
      <Section title={t('In Hindi')}>
        <div className="grid gap-4">
          <p className="text-sm text-ink-2">
            {t('Hours by day are translated automatically. Empty fields are shown in English.')}
          </p>
          {hours === '' ? <Field {...text('hindiHours')} lang="hi" maxLength={120} /> : null}
          <Field {...text('hindiNote')} lang="hi" maxLength={120} />
        </div>
      </Section>
    </>
  )
}
