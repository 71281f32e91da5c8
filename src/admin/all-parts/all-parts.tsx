import { type ReactNode, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Checkbox, Field, Select, TextArea } from '#ui/field.tsx'
import { Notice, Tag, type Tone } from '#ui/parts.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { showToast } from '#ui/toast-store.ts'
import { Chips } from '../parts/chips.tsx'
import { DayField } from '../parts/day-field.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { MenuButton, MoreMenu } from '../parts/more-menu.tsx'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { Progress } from '../parts/progress.tsx'
import { ReasonField } from '../parts/reason-field.tsx'
import { Facts, RecordPage, Section } from '../parts/record-page.tsx'
import { RowCard } from '../parts/row-card.tsx'
import { TabLinks } from '../parts/tab-links.tsx'
import { TwoLines } from '../parts/two-lines.tsx'
import { When } from '../parts/when.tsx'

const BUTTONS = ['primary', 'outline', 'text', 'danger'] as const satisfies readonly ButtonVariant[]
const TONES: readonly (readonly [Tone, string])[] = [
  ['warn', t('Waits for us')],
  ['violet', t('Under way')],
  ['ok', t('Done')],
  ['bad', t('Trouble')],
  ['plain', t('Ended')],
]

/** `/admin/all-parts` of the development server: the parts that screens are made of (docs/decisions/030). The theme is the system's. */
export function Component() {
  const [open, setOpen] = useState<'dialog' | 'preview' | null>(null)
  const close = () => setOpen(null)
  return (
    <RecordPage
      title={t('All parts')}
      back={{ to: '/', label: t('Today') }}
      state={<Tag tone="warn">{t('To pack')}</Tag>}
      next={<Button variant="primary">{t('The next step')}</Button>}
      actions={
        <MoreMenu>
          <MenuButton onClick={() => setOpen('dialog')}>{t('Open a dialog')}</MenuButton>
          <MenuButton onClick={() => setOpen('preview')}>{t('Open a preview')}</MenuButton>
        </MoreMenu>
      }
      aside={<States />}
    >
      <Section title={t('Buttons')}>
        {[false, true].map((isOff) => (
          <Line key={String(isOff)}>
            {BUTTONS.map((variant) => (
              <Button key={variant} variant={variant} disabled={isOff}>
                {variant}
              </Button>
            ))}
          </Line>
        ))}
        <Line>
          <Button variant="outline" onClick={() => showToast(t('Platform Polo hidden.'), { tone: 'ok' })}>
            {t('A message that it’s done')}
          </Button>
          <Button variant="outline" onClick={() => showToast(t('That didn’t work.'), { tone: 'bad' })}>
            {t('A message that it isn’t')}
          </Button>
        </Line>
      </Section>
      <Section title={t('Tabs and rows')}>
        <TabLinks
          label={t('Views')}
          tabs={[
            { label: t('All'), to: '', isCurrent: false },
            { label: t('To pack'), to: '', isCurrent: true, count: 13 },
          ]}
        />
        <ul className="divide-y divide-line">
          {['FS-10028', 'FS-10027'].map((number) => (
            <li key={number} className="py-2">
              <RowCard
                title={number}
                side={<When at={new Date().toISOString()} />}
                line="Rohan Desai, Pune"
                tag={<Tag tone="warn">{t('To pack')}</Tag>}
              />
            </li>
          ))}
        </ul>
        <TwoLines first="Four Bars Boxy Tee" second="FS001-BLK-M" />
      </Section>
      <Fields />
      {open === 'dialog' ? (
        <Dialog open onClose={close} title={t('Hide {name}?', { name: 'Platform Polo' })}>
          <p>{t('Not in lists or search, and its page is closed.')}</p>
        </Dialog>
      ) : null}
      {open === 'preview' ? (
        <PreviewDialog
          open
          onClose={close}
          title={t('Refund')}
          lines={[
            [t('Piece'), 'Rs. 1,299.00', 'part'],
            [t('Tax'), 'Rs. 64.95', 'part'],
            [t('Refund'), 'Rs. 1,363.95', 'sum'],
          ]}
          effects={[t('The customer gets an e-mail.')]}
          confirmLabel={t('Refund {amount}', { amount: 'Rs. 1,363.95' })}
          pending={false}
          error={null}
          onConfirm={close}
        />
      ) : null}
    </RecordPage>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2 py-2">{children}</div>
}

function Fields() {
  const [day, setDay] = useState('2026-10-30')
  const [price, setPrice] = useState('1299')
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [count, setCount] = useState(1)
  const [reason, setReason] = useState('Late')
  return (
    <Section title={t('Fields')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Name')} defaultValue="Platform Polo" hint={t('A hint says only what the label doesn’t.')} />
        <Chips
          label={t('Saved replies')}
          options={['Delhivery', 'Blue Dart', 'DTDC']}
          current="Delhivery"
          onPick={() => undefined}
        />
        <Field label={t('PIN code')} defaultValue="40005" error={t('A PIN code has 6 digits.')} />
        <MoneyField label={t('Price')} value={price} onChange={setPrice} />
        <DayField label={t('First day')} value={day} onChange={setDay} />
        <Select label={t('Category')} defaultValue="Man">
          <option value="Man">Man</option>
          <option value="Woman">Woman</option>
        </Select>
        <TextArea label={t('Description')} rows={2} />
        <RadioRow
          legend={t('When')}
          name="when"
          value={when}
          onChange={setWhen}
          options={[
            { value: 'now', label: t('Now') },
            { value: 'later', label: t('Later') },
          ]}
        />
        <ReasonField reasons={['Damaged', 'Late', 'Goodwill']} value={reason} onChange={setReason} />
        <div className="grid justify-items-start gap-2">
          <Stepper value={count} label="Platform Polo" onChange={setCount} />
          <Checkbox label={t('Restock the pieces')} defaultChecked />
        </div>
      </div>
    </Section>
  )
}

/** States, notices, facts, and what stands where nothing does. */
function States() {
  return (
    <>
      <Section title={t('States')}>
        <Line>
          {TONES.map(([tone, text]) => (
            <Tag key={tone} tone={tone}>
              {text}
            </Tag>
          ))}
        </Line>
        <div className="grid gap-2">
          <Notice>{t('Scheduled for tomorrow.')}</Notice>
          <Notice tone="warn">{t('Shoppers see an empty tile.')}</Notice>
          <FailureNotice text={t('Not saved. The line is broken.')} />
        </div>
      </Section>
      <Section title={t('Facts')}>
        <Facts
          facts={[
            [t('Name'), 'Nisha Rao'],
            [t('Customer since'), <When key="since" at="2025-03-01T06:30:00Z" />],
          ]}
        />
      </Section>
      <Section title={t('Empty and loading')}>
        <EmptyState title={t('No messages here')} line={t('Every message is answered.')} />
        <Progress label={t('Shipped')} done={3} of={12} />
        <div aria-busy="true" className="grid gap-2">
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-6 w-2/3" />
        </div>
      </Section>
    </>
  )
}
