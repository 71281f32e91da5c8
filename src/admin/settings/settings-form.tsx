import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { t } from '#platform/text/t.ts'
import type { PlannedSettings, ShownSetting } from '#shop/settings/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { CallError, callAt, load } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { PlannedList, settingsPlan } from '../parts/planned-list.tsx'
import { PreviewFrame } from '../parts/preview-frame.tsx'
import { RecordPage } from '../parts/record-page.tsx'
import { isSame, useDraft } from '../parts/use-draft.ts'
import { useScrollToHash } from '../parts/use-scroll-to-hash.ts'
import { offerUndo } from './offer-undo.ts'
import { PlanSettings } from './plan-settings.tsx'
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
      message: t('There is no such screen.'),
      problem: null,
    })
  const names = items.filter((item) => item.page === page.name).map(({ name }) => name)
  const settings = await Promise.all(names.map((name) => load('GET /settings/{name}', { params: { name } })))
  const plans = await load('GET /settings/plans')
  const isOfPage = (plan: PlannedSettings) =>
    plan.page === page.name || plan.changes.some(({ name }) => names.includes(name))
  return { page, settings, plans: plans.items.filter(isOfPage) }
}

/** A setting that somebody else changed meanwhile. */
interface Conflict {
  value: unknown
  version: string
  by: string
}

/** `/admin/settings/PAGE`: the settings of one job. */
export function Component() {
  const { page, settings, plans } = useLoaderData<typeof loader>()
  const draft = useDraft<Readonly<Record<string, unknown>>>(`settings ${page.name}`, {})
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [conflicts, setConflicts] = useState<Readonly<Record<string, Conflict>>>({})
  const [keys] = useState(createRequestKeys)
  const { revalidate } = useRevalidator()
  const changed = settings.filter(
    ({ name, value }) => Object.hasOwn(draft.value, name) && !isSame(draft.value[name], value),
  )
  const values = Object.fromEntries(changed.map(({ name }) => [name, draft.value[name]]))
  // The page of what one is at.
  const [looking, setLooking] = useState(page.shownAt)
  const preview = usePreview(looking, values)
  const [isPlanning, setPlanning] = useState(false)
  useScrollToHash()

  function set(name: string, value: unknown) {
    setErrors(({ [name]: _, ...rest }) => rest)
    draft.set({ ...draft.value, [name]: value })
  }

  /** What is set counts again. */
  function takeTheirs(name: string) {
    setConflicts(({ [name]: _, ...rest }) => rest)
    const { [name]: _, ...rest } = draft.value
    draft.set(rest)
  }

  function discard() {
    draft.clear()
    setErrors({})
    setConflicts({})
  }

  async function save() {
    if (pending) return
    setPending(true)
    const typed = draft.value
    const failed: Record<string, string> = {}
    const conflicting: Record<string, Conflict> = {}
    const done: { setting: ShownSetting; before: number }[] = []
    // One after the other: of two at once the server would make the second wait anyway.
    for (const { name, version } of changed) {
      const input = { params: { name }, body: { value: typed[name] } }
      const from = conflicts[name]?.version ?? version
      const result = await callAt(from)('PUT /settings/{name}', input, {
        idempotencyKey: keys.keyFor([name, from, input]),
      })
      if (result.ok) done.push({ setting: result.data, before: result.data.before })
      else if (result.code === 'changed_meanwhile') conflicting[name] = conflictOf(result.problem)
      else failed[name] = result.problem?.errors?.[0]?.message ?? failureText(result)
    }
    keys.forget()
    setErrors(failed)
    setConflicts(conflicting)
    if (done.length > 0) offerUndo(done, () => void revalidate())
    await revalidate()
    draft.change((now) => {
      const isLeft = (name: string) =>
        failed[name] !== undefined || conflicting[name] || !isSame(now[name], typed[name])
      const left = Object.entries(now).filter(([name]) => isLeft(name))
      return left.length === 0 ? null : Object.fromEntries(left)
    })
    setPending(false)
  }

  return (
    <RecordPage
      title={page.title}
      back={{ to: '/settings', label: t('All settings') }}
      aside={
        page.shownAt === null ? undefined : (
          <div className="grid min-w-0 gap-3 xl:sticky xl:top-4">
            {preview.problem === null ? null : (
              <Notice tone="warn" live>
                {t('The preview doesn’t have your last changes. {why}', { why: preview.problem })}
              </Notice>
            )}
            <PreviewFrame url={preview.url} turn={preview.turn} />
          </div>
        )
      }
    >
      <p className="max-w-160 text-ink-2">{page.about}</p>
      <PlannedList plans={plans.map(settingsPlan)} />
      <form
        className="grid max-w-200 gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {settings.map((setting) => {
          const conflict = conflicts[setting.name]
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: it only notices in which field one is.
            <div
              key={setting.name}
              id={setting.name}
              className="grid scroll-mt-24 gap-2"
              onFocus={() => setLooking(setting.shownAt ?? page.shownAt)}
            >
              <SettingField
                setting={setting}
                value={Object.hasOwn(draft.value, setting.name) ? draft.value[setting.name] : setting.value}
                onChange={(value) => set(setting.name, value)}
                error={errors[setting.name] ?? preview.errorOf(setting.name)}
                onSaved={() => {
                  takeTheirs(setting.name)
                  void revalidate()
                }}
              />
              {conflict ? (
                <Notice tone="warn" live>
                  <p>{t('{who} changed this meanwhile. Yours isn’t saved yet.', { who: conflict.by })}</p>
                  <p className="wrap-anywhere">{t('Theirs: {value}', { value: shortText(conflict.value) })}</p>
                  <p className="wrap-anywhere">
                    {t('Yours: {value}', { value: shortText(draft.value[setting.name]) })}
                  </p>
                  <p>{t('Save again to replace it with yours.')}</p>
                  <div>
                    <Button size="sm" variant="outline" onClick={() => takeTheirs(setting.name)}>
                      {t('Take theirs')}
                    </Button>
                  </div>
                </Notice>
              ) : null}
              {setting.notes.map((note) => (
                <Notice key={note} tone="warn">
                  {note}
                </Notice>
              ))}
            </div>
          )
        })}
        {changed.length === 0 ? null : (
          <div className="sticky bottom-20 z-10 flex flex-wrap items-center gap-3 rounded-md border border-line-strong bg-card p-3 lg:bottom-4">
            <Button type="submit" variant="primary" size="sm" pending={pending}>
              {pending
                ? t('Saving…')
                : t('Save {count, plural, one {1 change} other {# changes}}', { count: changed.length })}
            </Button>
            <Button size="sm" variant="outline" onClick={() => setPlanning(true)}>
              {t('Save at a time')}
            </Button>
            <Button size="sm" variant="outline" onClick={discard}>
              {t('Throw away')}
            </Button>
            <p className="text-sm text-ink-2 wrap-anywhere">{changed.map(({ label }) => label).join(', ')}</p>
          </div>
        )}
        <p role="status" className="sr-only">
          {Object.values(errors).join(' ')}
        </p>
      </form>
      {isPlanning ? (
        <PlanSettings
          values={values}
          onClose={() => setPlanning(false)}
          onDone={() => {
            setPlanning(false)
            discard()
            void revalidate()
          }}
        />
      ) : null}
    </RecordPage>
  )
}

function conflictOf(problem: Record<string, unknown> | null): Conflict {
  // Safe cast: `PUT /settings/{name}` answers 412 with these.
  const { current, changedBy } = problem as { current?: { value: unknown; version: string }; changedBy?: string }
  return { value: current?.value, version: current?.version ?? '', by: changedBy ?? t('Somebody') }
}

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
