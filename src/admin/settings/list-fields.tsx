import { t } from '#platform/text/t.ts'
import { Checkbox, Field, TextArea } from '#ui/field.tsx'
import { LinkField } from '../home-page/link-field.tsx'
import { DayField } from '../parts/day-field.tsx'
import { RowsField } from '../parts/rows-field.tsx'
import { errorAt, errorText, type SettingFieldProps } from './field-props.ts'
import { TableFile } from './table-file.tsx'

type Row = Readonly<Record<string, unknown>>

// Safe cast: the value of these settings is a list of objects.
const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Row[]) : [])

/** A number as typed: the server refuses with its reason what isn't one. Empty: none. */
function numberOf(text: string): unknown {
  return /^\d+(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : text
}

function without(row: Row, name: string): Row {
  const { [name]: _, ...rest } = row
  return rest
}

/** Sets a field that may be missing. */
const optional = (row: Row, name: string, text: string): Row =>
  text === '' ? without(row, name) : { ...row, [name]: numberOf(text) }

export function ZonesField(props: SettingFieldProps) {
  const { setting, value, onChange, errors } = props
  return (
    <RowsField<Row>
      label={setting.label}
      hint={t('A PIN, its first digits, or a state. The most specific one applies.')}
      error={errorText(props)}
      rows={rowsOf(value)}
      onChange={onChange}
      create={() => ({ where: '', days: null, serviceable: true, pickup: true })}
      addLabel={t('Add a place')}
      tools={<TableFile {...props} />}
    >
      {(row, set, at) => (
        <>
          <div className="grid gap-3 sm:grid-cols-3">
            <Field
              label={t('Where')}
              error={errorAt(errors, `${at}.where`, t('Where'))}
              value={String(row.where ?? '')}
              onChange={({ target }) => set({ ...row, where: target.value })}
            />
            <Field
              label={t('Delivery days')}
              error={errorAt(errors, `${at}.days`, t('Delivery days'))}
              inputMode="numeric"
              placeholder={t('Default')}
              value={String(row.days ?? '')}
              onChange={({ target }) => set({ ...row, days: target.value === '' ? null : numberOf(target.value) })}
            />
            <Field
              label={t('Fee in rupees')}
              error={errorAt(errors, `${at}.fee`, t('Fee in rupees'))}
              inputMode="decimal"
              placeholder={t('Default')}
              value={String(row.fee ?? '')}
              onChange={({ target }) => set(optional(row, 'fee', target.value))}
            />
          </div>
          <div className="flex flex-wrap gap-x-6">
            <Checkbox
              label={t('Delivery')}
              checked={row.serviceable === true}
              onChange={({ target }) => set({ ...row, serviceable: target.checked })}
            />
            <Checkbox
              label={t('Pick-up of exchanges')}
              checked={row.pickup === true}
              onChange={({ target }) => set({ ...row, pickup: target.checked })}
            />
            <Checkbox
              label={t('Cash on delivery')}
              checked={row.cash !== false}
              onChange={({ target }) => set(target.checked ? without(row, 'cash') : { ...row, cash: false })}
            />
          </div>
        </>
      )}
    </RowsField>
  )
}

export function TaxTableField(props: SettingFieldProps) {
  const { setting, value, onChange, errors } = props
  return (
    <RowsField<Row>
      label={setting.label}
      hint={t(
        'The first digits of HSN codes, the rate, and its first day. A price limit applies per piece, before tax.',
      )}
      error={errorText(props)}
      rows={rowsOf(value)}
      onChange={onChange}
      create={() => ({ hsn: '', percent: 5, from: '' })}
      addLabel={t('Add a rate')}
      tools={<TableFile {...props} />}
    >
      {(row, set, at) => (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <Field
            label={t('HSN')}
            error={errorAt(errors, `${at}.hsn`, t('HSN'))}
            inputMode="numeric"
            value={String(row.hsn ?? '')}
            onChange={({ target }) => set({ ...row, hsn: target.value })}
          />
          <Field
            label={t('Up to, in rupees')}
            error={errorAt(errors, `${at}.upTo`, t('Up to, in rupees'))}
            inputMode="decimal"
            placeholder={t('Any price')}
            value={String(row.upTo ?? '')}
            onChange={({ target }) => set(optional(row, 'upTo', target.value))}
          />
          <Field
            label={t('GST in %')}
            error={errorAt(errors, `${at}.percent`, t('GST in %'))}
            inputMode="numeric"
            value={String(row.percent ?? '')}
            onChange={({ target }) => set({ ...row, percent: numberOf(target.value) })}
          />
          <DayField
            label={t('From')}
            error={errorAt(errors, `${at}.from`, t('From'))}
            value={String(row.from ?? '')}
            onChange={(from) => set({ ...row, from })}
          />
        </div>
      )}
    </RowsField>
  )
}

export function OwnColoursField(props: SettingFieldProps) {
  const { setting, value, onChange, errors } = props
  return (
    <RowsField<Row>
      label={setting.label}
      hint={t(
        'The filter colour each one counts as, and its swatch as # and six digits. Empty: taken from the name or the picture.',
      )}
      error={errorText(props)}
      rows={rowsOf(value)}
      onChange={onChange}
      create={() => ({ name: '' })}
      addLabel={t('Add a colour')}
    >
      {(row, set, at) => (
        <div className="grid gap-3 sm:grid-cols-3">
          <Field
            label={t('Name')}
            error={errorAt(errors, `${at}.name`, t('Name'))}
            value={String(row.name ?? '')}
            onChange={({ target }) => set({ ...row, name: target.value })}
          />
          <Field
            label={t('Filter colour')}
            error={errorAt(errors, `${at}.family`, t('Filter colour'))}
            placeholder={t('From its name')}
            value={String(row.family ?? '')}
            onChange={({ target }) =>
              set(target.value === '' ? without(row, 'family') : { ...row, family: target.value })
            }
          />
          <Field
            label={t('Swatch')}
            error={errorAt(errors, `${at}.swatch`, t('Swatch'))}
            placeholder={t('From its picture')}
            value={String(row.swatch ?? '')}
            onChange={({ target }) =>
              set(target.value === '' ? without(row, 'swatch') : { ...row, swatch: target.value })
            }
          />
        </div>
      )}
    </RowsField>
  )
}

export function ListingTextsField(props: SettingFieldProps) {
  const { setting, value, onChange, errors } = props
  return (
    <RowsField<Row>
      label={setting.label}
      hint={t(
        'The address of the list as the browser shows it, such as /categories?colors=Black, and the text above it.',
      )}
      error={errorText(props)}
      rows={rowsOf(value)}
      onChange={onChange}
      create={() => ({ page: '/categories?', text: '' })}
      addLabel={t('Add a text')}
    >
      {(row, set, at) => (
        <>
          <Field
            label={t('List')}
            error={errorAt(errors, `${at}.page`, t('List'))}
            value={String(row.page ?? '')}
            onChange={({ target }) => set({ ...row, page: target.value })}
          />
          <TextArea
            label={t('Text')}
            error={errorAt(errors, `${at}.text`, t('Text'))}
            rows={3}
            value={String(row.text ?? '')}
            onChange={({ target }) => set({ ...row, text: target.value })}
          />
        </>
      )}
    </RowsField>
  )
}

export function LinksField(props: SettingFieldProps) {
  const { setting, value, onChange, errors } = props
  return (
    <RowsField<Row>
      label={setting.label}
      hint={setting.help}
      error={errorText(props)}
      rows={rowsOf(value)}
      onChange={onChange}
      create={() => ({ label: '', to: '' })}
      addLabel={t('Add a link')}
    >
      {(row, set, at) => (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            label={t('Label')}
            error={errorAt(errors, `${at}.label`, t('Label'))}
            maxLength={20}
            value={String(row.label ?? '')}
            onChange={({ target }) => set({ ...row, label: target.value })}
          />
          <LinkField
            error={errorAt(errors, `${at}.to`, t('Link'))}
            value={String(row.to ?? '')}
            onChange={(to) => set({ ...row, to })}
          />
        </div>
      )}
    </RowsField>
  )
}
