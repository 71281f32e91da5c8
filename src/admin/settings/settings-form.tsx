import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { PlannedSettings, ShownSetting } from '#shop/settings/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { CallError, load } from '../api.ts'
import { AfterLeaving } from '../parts/after-leaving.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { focusFirstError } from '../parts/focus-first-error.ts'
import { PlannedList, settingsPlan } from '../parts/planned-list.tsx'
import { PreviewFrame } from '../parts/preview-frame.tsx'
import { RecordPage } from '../parts/record-page.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { useRecordForm } from '../parts/use-record-form.ts'
import { useScrollToHash } from '../parts/use-scroll-to-hash.ts'
import { KeepAsItIs } from './keep-as-it-is.tsx'
import { offerUndo } from './offer-undo.ts'
import { PlanSettings } from './plan-settings.tsx'
import { inSections } from './sections.ts'
import { SettingField } from './setting-field.tsx'
import { usePreview } from './use-preview.ts'

export async function loader({ params }: LoaderFunctionArgs) {
  const { pages, items } = await load('GET /settings')
  const page = pages.find(({ name }) => name === params.page && name !== 'home')
  if (!page)
    throw new CallError({
      ok: false,
      status: 404,
      code: 'not_found',
      message: t('Page not found.'),
      problem: null,
    })
  const names = items.filter((item) => item.page === page.name).map(({ name }) => name)
  const settings = await Promise.all(names.map((name) => load('GET /settings/{name}', { params: { name } })))
  const plans = await load('GET /settings/plans')
  const isOfPage = (plan: PlannedSettings) =>
    plan.page === page.name || plan.changes.some(({ name }) => names.includes(name))
  return { page, settings, plans: plans.items.filter(isOfPage) }
}

type Settings = readonly ShownSetting[]

const fieldOf = ({ name, label }: ShownSetting) => ({
  label,
  of: (settings: Settings) => {
    const setting = settings.find((one) => one.name === name)
    // Neither yes nor no until somebody has answered.
    return setting?.kind === 'yes-no' && setting.isUndecided ? null : setting?.value
  },
})

/** The form of a page of settings, which are saved all or none. */
function useSettingsForm(page: string, settings: Settings) {
  const { revalidate } = useRevalidator()
  const form = useRecordForm<Settings, Readonly<Record<string, unknown>>, true>({
    key: `settings ${page}`,
    stored: settings,
    fields: Object.fromEntries(settings.map((one) => [one.name, fieldOf(one)])),
    async call(values, before, { attempt }) {
      const changed = before.filter(({ name }) => Object.hasOwn(values, name))
      const from = Object.fromEntries(changed.map(({ name, version }) => [name, version]))
      const result = await attempt('PATCH /settings', { body: { values, from } })
      if (!result) return null
      if (result.ok) {
        const { items, before } = result.data
        offerUndo(
          items.map((setting) => ({ setting, before })),
          () => void revalidate(),
        )
        return { ok: true, data: true }
      }
      const { conflict } = result
      if (!conflict) return { ok: false }
      const theirs = (one: ShownSetting) => conflict.current.items.find(({ name }) => name === one.name) ?? one
      return { ok: false, conflict: { ...conflict, current: before.map(theirs) } }
    },
  })
  const refused = settings.filter(({ name }) => form.errorsIn(name).length > 0)
  return {
    ...form,
    /** What keeps the last save from happening, or null. */
    error:
      refused.length === 0
        ? form.error
        : t('Not saved yet. Please check: {names}.', { names: refused.map(({ label }) => label).join(', ') }),
  }
}

/** Two of these stand side by side. */
const SHORT: ReadonlySet<ShownSetting['kind']> = new Set(['rupees', 'number', 'percent', 'hour'])

/** `/admin/settings/PAGE`: the settings of one job. */
export function Component() {
  const { page, settings, plans } = useLoaderData<typeof loader>()
  const form = useSettingsForm(page.name, settings)
  const { revalidate } = useRevalidator()
  const changes = Object.fromEntries(form.changed.map((name) => [name, form.values[name]]))
  // The page of what one is at.
  const [looking, setLooking] = useState(page.shownAt)
  const preview = usePreview(looking, changes)
  const [isPlanning, setPlanning] = useState(false)
  useScrollToHash()
  return (
    <RecordPage
      title={page.title}
      back={{ to: '/settings', label: t('All settings') }}
      aside={
        page.shownAt === null ? undefined : (
          <div className="grid min-w-0 gap-3 xl:sticky xl:top-4">
            {preview.problem === null ? null : (
              <Notice tone="warn" live>
                {t('The preview doesn’t show your latest changes. {why}', { why: preview.problem })}
              </Notice>
            )}
            <PreviewFrame url={preview.url} turn={preview.turn} />
          </div>
        )
      }
    >
      <p className="max-w-160 text-ink-2">{page.about}</p>
      <ConflictNotice conflict={form.conflict} />
      <PlannedList plans={plans.map(settingsPlan)} />
      <form
        className="grid max-w-200 gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          const { currentTarget } = event
          void form.save().then((saved) => (saved === null ? focusFirstError(currentTarget) : undefined))
        }}
      >
        {inSections(settings).map((section) => (
          <section
            key={section.settings[0]?.name}
            className="grid gap-4 border-t border-line pt-5 first:border-0 first:pt-0"
          >
            {section.heading === null ? null : <h2 className="text-lg font-bold">{section.heading}</h2>}
            <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
              {section.settings.map((setting) => (
                <AfterLeaving
                  key={setting.name}
                  id={setting.name}
                  className={`grid scroll-mt-24 content-start gap-2 ${SHORT.has(setting.kind) ? '' : 'sm:col-span-2'}`}
                  onFocus={() => setLooking(setting.shownAt ?? page.shownAt)}
                >
                  {(isLeft) => (
                    <>
                      <SettingField
                        setting={setting}
                        value={form.values[setting.name]}
                        onChange={(value) => form.set(setting.name, value)}
                        errors={[...form.errorsIn(setting.name), ...(isLeft ? preview.errorsIn(setting.name) : [])]}
                        onSaved={() => {
                          form.reset(setting.name)
                          void revalidate()
                        }}
                      />
                      {setting.isUndecided && !form.changed.includes(setting.name) ? (
                        <KeepAsItIs setting={setting} onSaved={() => void revalidate()} />
                      ) : null}
                      {setting.notes.map((note) => (
                        <Notice key={note} tone="warn">
                          {note}
                        </Notice>
                      ))}
                    </>
                  )}
                </AfterLeaving>
              ))}
            </div>
          </section>
        ))}
        <SaveBar
          changes={settings.flatMap(({ name, label }) => (form.changed.includes(name) ? [label] : []))}
          pending={form.pending}
          canSave={form.canSave}
          onDiscard={form.discard}
          error={form.error}
          other={
            <Button size="sm" variant="outline" disabled={!form.canSave} onClick={() => setPlanning(true)}>
              {t('Schedule…')}
            </Button>
          }
        />
      </form>
      {isPlanning ? (
        <PlanSettings
          values={changes}
          onClose={() => setPlanning(false)}
          onDone={() => {
            setPlanning(false)
            form.discard()
            void revalidate()
          }}
        />
      ) : null}
    </RecordPage>
  )
}
