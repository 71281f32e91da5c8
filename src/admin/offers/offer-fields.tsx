import { t } from '#platform/text/t.ts'
import { CLASSES, KINDS } from '#shop/offers/rules.ts'
import { Checkbox, Field, Select, TextArea } from '#ui/field.tsx'
import { DayField } from '../parts/day-field.tsx'
import { Section } from '../parts/record-page.tsx'
import { UnitField } from '../parts/unit-field.tsx'
import {
  CLASS_TEXTS,
  CODE_TEXTS,
  isOfPieces,
  KIND_TEXTS,
  OFFER_FIELDS,
  type OfferField,
  type OfferValues,
  PATHS,
  problemOf,
  WHO_TEXTS,
} from './fields.ts'
import { ProductPicker } from './product-picker.tsx'

type Props = {
  values: OfferValues
  set: <F extends OfferField>(name: F, value: OfferValues[F]) => void
  /** The server's sentence about a field of the call. */
  errorOf: (path: string) => string | null
}

/** The fields whose value is a text. */
type TextField = { [F in OfferField]: OfferValues[F] extends string ? F : never }[OfferField]

/** Everything about an offer. */
export function OfferFields(props: Props) {
  return (
    <>
      <Gives {...props} />
      <AudienceFields {...props} />
      <When {...props} />
      <Beside {...props} />
    </>
  )
}

/** What every field of the form has. */
function fieldsOf({ values, set, errorOf }: Props) {
  const shared = (name: OfferField) => ({
    label: OFFER_FIELDS[name].label,
    error: problemOf(values, name) ?? errorOf(PATHS[name]),
  })
  const text = <F extends TextField>(name: F) => ({
    ...shared(name),
    value: values[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value as OfferValues[F]),
  })
  return {
    shared,
    text,
    day: (name: 'from' | 'to') => ({
      ...shared(name),
      value: values[name],
      onChange: (day: string) => set(name, day),
    }),
    number: (name: TextField) => ({ ...text(name), inputMode: 'decimal' as const }),
    choice: <F extends TextField>(name: F, texts: Readonly<Record<OfferValues[F], string>>) => (
      <Select {...text(name)}>
        {
          // Safe cast: the keys of the texts.
          (Object.entries(texts) as [string, string][]).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))
        }
      </Select>
    ),
  }
}

const KIND_CHOICES = Object.fromEntries(KINDS.map((kind) => [kind, KIND_TEXTS[kind]])) as typeof KIND_TEXTS

/** What it takes off, and off what. */
function Gives(props: Props) {
  const { values, set } = props
  const { shared, text, number, choice } = fieldsOf(props)
  const { kind } = values
  return (
    <Section title={t('The offer')}>
      <div className="grid gap-4">
        <Field
          {...text('name')}
          required
          maxLength={80}
          hint={t('Shown in the cart, e.g. “First order” or “Weekend of tees”.')}
        />
        {choice('kind', KIND_CHOICES)}
        <div className="grid gap-4 sm:grid-cols-3">
          {isOfPieces(kind) ? (
            <Field
              {...number('quantity')}
              required
              label={kind === 'buy' ? t('Pieces paid for') : t('How many pieces')}
            />
          ) : null}
          {kind === 'buy' ? <Field {...number('free')} required label={t('Discounted pieces')} /> : null}
          {kind === 'delivery' ? null : (
            <UnitField
              {...number('value')}
              required
              label={valueLabel(kind)}
              unit={isMoney(kind) ? t('Rs.') : '%'}
              isBefore={isMoney(kind)}
            />
          )}
        </div>
        {kind === 'buy' ? (
          <p className="text-sm text-ink-2">{t('The discount goes to the cheapest pieces in the cart.')}</p>
        ) : null}
        {kind === 'delivery'
          ? null
          : choice('goods', {
              all: isOfPieces(kind) ? t('All products') : t('The whole order'),
              some: t('Chosen products'),
            })}
        {kind !== 'delivery' && values.goods === 'some' ? (
          <div className="grid gap-4 rounded-sm bg-sunk p-4">
            <p className="text-sm text-ink-2">
              {t('A product qualifies if it matches every field you fill in. Separate several values with commas.')}
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field {...text('categories')} placeholder="Man, Woman" />
              <Field {...text('subcategory')} placeholder="T-shirt" />
              <Field {...text('collection')} />
              <Field {...text('colors')} />
              <UnitField {...number('minPrice')} unit={t('Rs.')} isBefore />
              <UnitField {...number('maxPrice')} unit={t('Rs.')} isBefore />
            </div>
            <ProductPicker {...shared('ids')} ids={values.ids} onChange={(ids) => set('ids', ids)} />
          </div>
        ) : null}
      </div>
    </Section>
  )
}

const isMoney = (kind: OfferValues['kind']) => kind === 'amount' || kind === 'price'

function valueLabel(kind: OfferValues['kind']): string {
  if (kind === 'percent') return t('Percentage off')
  if (kind === 'amount') return t('Amount off')
  return kind === 'price' ? t('Price together') : t('Percentage off these (100 is free)')
}

/** Whether a code is needed, and who may use it. */
function AudienceFields(props: Props) {
  const { values, set } = props
  const { text, choice } = fieldsOf(props)
  return (
    <Section title={t('Who can use it')}>
      <div className="grid gap-4">
        {choice('codes', CODE_TEXTS)}
        {values.codes === 'one' ? (
          <Field
            {...text('code')}
            required
            maxLength={40}
            autoCapitalize="characters"
            spellCheck={false}
            hint={t('E.g. WELCOME10. Capital and small letters both work.')}
          />
        ) : null}
        {values.codes === 'batch' ? (
          <p className="text-sm text-ink-2">{t('Create them under “Codes” once the offer is saved.')}</p>
        ) : null}
        {choice('who', WHO_TEXTS)}
        {values.who === 'emails' ? (
          <TextArea {...text('emails')} required rows={4} hint={t('They get it once they’re signed in.')} />
        ) : null}
        <Checkbox
          label={OFFER_FIELDS.isOnline.label}
          checked={values.isOnline}
          onChange={({ target }) => set('isOnline', target.checked)}
        />
      </div>
    </Section>
  )
}

/** Days, what a cart needs, and limits. */
function When(props: Props) {
  const { day, number } = fieldsOf(props)
  return (
    <Section title={t('Days and limits')}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{t('Leave a field empty for no limit.')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField {...day('from')} hint={t('Empty: from the moment you start it.')} />
          <DayField {...day('to')} hint={t('Until midnight (IST).')} />
          <UnitField
            {...number('minimumGoods')}
            unit={t('Rs.')}
            isBefore
            hint={t('Counts only the products in the offer.')}
          />
          <Field {...number('minimumPieces')} />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field {...number('total')} />
          <Field {...number('perCustomer')} hint={t('Counted by account, phone and address.')} />
          <UnitField {...number('budget')} unit={t('Rs.')} isBefore hint={t('For all customers together.')} />
        </div>
      </div>
    </Section>
  )
}

/** What it may stand beside. */
function Beside({ values, set }: Props) {
  return (
    <Section title={t('Together with other offers')}>
      <fieldset>
        <legend className="pb-1 text-sm text-ink-2">
          {t('Two offers combine if both allow it. Otherwise the larger discount applies.')}
        </legend>
        {CLASSES.map((one) => (
          <Checkbox
            key={one}
            label={CLASS_TEXTS[one]}
            checked={values.combines.includes(one)}
            onChange={({ target }) =>
              set(
                'combines',
                CLASSES.filter((other) => (other === one ? target.checked : values.combines.includes(other))),
              )
            }
          />
        ))}
      </fieldset>
    </Section>
  )
}
