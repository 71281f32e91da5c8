import { useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { ApiResult } from '#platform/api/client.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { call, callAt, load } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { DRAG_ITEM, DRAG_LIST, focusMoved, focusRemoved, Grip, moveItem, useDragOrder } from '../parts/order.tsx'
import { PlanDialog } from '../parts/plan-dialog.tsx'
import { PlannedList } from '../parts/planned-list.tsx'
import { PreviewFrame } from '../parts/preview-frame.tsx'
import { Title } from '../parts/title.tsx'
import { useCall } from '../parts/use-call.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { SectionRow } from './section-row.tsx'
import { createSection, ONCE, SECTION_TYPES, type Section, type SectionType, typeText } from './sections.ts'
import { type Problem, useHomeDraft } from './use-home-draft.ts'

export const loader = () => load('GET /home-page')

type Page = Awaited<ReturnType<typeof loader>>

/** `/admin/home-page`: the sections as a list of rows, and beside it the page with them. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const [begun, setBegun] = useState<{ page: Page; turn: number }>({ page: loaded, turn: 0 })
  async function beginAnew() {
    const result = await call('GET /home-page')
    if (result.ok) setBegun(({ turn }) => ({ page: result.data, turn: turn + 1 }))
    else showToast(failureText(result), { tone: 'bad' })
  }
  return <Editor key={begun.turn} page={begun.page} planned={loaded.planned} beginAnew={beginAnew} />
}

type Props = {
  page: Page
  planned: Page['planned']
  /** Shows the page as it is on the server now, and drops what is on the screen. */
  beginAnew: () => Promise<void>
}

function Editor({ page, planned, beginAnew }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  const [isPlanning, setPlanning] = useState(false)
  const draft = useHomeDraft(page)
  const { sections, version, errors, url, turn, settle } = draft
  const { revalidate } = useRevalidator()
  const publishing = useCall()
  const planning = useCall()
  const isChanged = JSON.stringify(sections) !== JSON.stringify(page.sections)
  const list = useRef<HTMLOListElement>(null)

  function change(next: readonly Section[], focus: number | null = open) {
    draft.change(next)
    setOpen(focus)
  }

  function move(from: number, to: number) {
    // The open one stays open, wherever it goes.
    const places = moveItem([...sections.keys()], from, to)
    change(moveItem(sections, from, to), open === null ? null : places.indexOf(open))
  }
  const hold = useDragOrder(list, move)

  async function publish() {
    await settle()
    const saved = await publishing.send('PUT /home-page', { body: { sections: [...sections] } }, version)
    if (saved === null) return
    draft.clear()
    const takeBack = async () => {
      const input = { params: { name: 'home.sections' }, body: { version: saved.before } }
      const result = await callAt(saved.version)('POST /settings/{name}/return', input)
      showToast(result.ok ? t('Taken back.') : failureText(result), { tone: result.ok ? 'ok' : 'bad' })
      await beginAnew()
    }
    const text = saved.merged
      ? t('The home page is published, together with what somebody else had changed.')
      : t('The home page is published.')
    showToast(text, {
      tone: 'ok',
      ms: 10_000,
      action: { label: t('Undo'), onPress: () => void takeBack() },
    })
    await beginAnew()
  }

  async function plan(at: string) {
    if ((await planning.send('POST /home-page/plan', { body: { sections: [...sections], at } })) === null) return
    showToast(t('It’s planned. Until then the page stays as it is.'), { tone: 'ok' })
    setPlanning(false)
    await revalidate()
  }

  /** Goes on with a draft that has what others have published. */
  async function keepMerged(merged: readonly Section[], current: string) {
    await settle()
    await beginFrom(await call('PUT /home-page/draft', { body: { sections: [...merged], version: current } }))
  }

  async function throwAway() {
    await settle()
    await beginFrom(await call('DELETE /home-page/draft'))
  }

  async function beginFrom(result: ApiResult<unknown>) {
    if (!result.ok) return showToast(failureText(result), { tone: 'bad' })
    draft.clear()
    await beginAnew()
  }

  const conflict = publishing.failure?.code === 'changed_meanwhile' ? publishing.failure.problem : null
  return (
    <div className="page py-6 lg:py-8">
      <Title>{t('Home page')}</Title>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h1 className="font-wide text-2xl font-extrabold tracking-display">{t('Home page')}</h1>
        <p role="status" className="text-sm text-ink-2">
          {stateText({ ...draft, isChanged })}
        </p>
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(24rem,30rem)]">
        <div className="grid min-w-0 gap-4">
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              size="sm"
              pending={publishing.pending}
              disabled={!isChanged || errors.length > 0}
              onClick={publish}
            >
              {publishing.pending ? t('Publishing…') : t('Publish')}
            </Button>
            <Button
              size="sm"
              variant="outline"
              disabled={!isChanged || errors.length > 0}
              onClick={() => setPlanning(true)}
            >
              {t('Publish at a time')}
            </Button>
            <Button size="sm" variant="outline" disabled={!isChanged} onClick={throwAway}>
              {t('Throw the draft away')}
            </Button>
          </div>
          {conflict ? (
            <ConflictNotice
              problem={conflict}
              onTakeTheirs={throwAway}
              onKeepMine={(current) => {
                draft.rebase(current)
                publishing.clear()
              }}
              onMerge={(merged, current) => void keepMerged(merged, current)}
            />
          ) : publishing.error === null ? null : (
            <Notice tone="bad" live>
              {publishing.error}
            </Notice>
          )}
          <PlannedList
            plans={planned.map(({ sections, ...plan }) => ({
              ...plan,
              mayTakeBack: true,
              text: (
                <p>
                  {t('Another home page with {count, plural, one {1 section} other {# sections}}.', {
                    count: sections.length,
                  })}
                </p>
              ),
            }))}
          />
          <ol ref={list} className={`${DRAG_LIST} grid gap-2`}>
            {sections.map((section, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sections have no identity but their place.
              <li key={at} className={DRAG_ITEM}>
                <SectionRow
                  section={section}
                  at={at}
                  count={sections.length}
                  isOpen={open === at}
                  hasErrors={errors.some(({ path }) => path.startsWith(`sections.${at}.`))}
                  errorOf={(path) => errorAt(errors, `sections.${at}.${path}`)}
                  grip={<Grip onPointerDown={hold(at)} className="-ml-3 text-ink-3" />}
                  onMove={(by) => {
                    move(at, at + by)
                    focusMoved(list.current, at + by, by)
                  }}
                  onToggle={() => setOpen(open === at ? null : at)}
                  onChange={(next) => change(sections.with(at, next))}
                  onRemove={() => {
                    change(sections.toSpliced(at, 1), null)
                    focusRemoved(list.current, at)
                  }}
                />
              </li>
            ))}
          </ol>
          <AddSection sections={sections} onAdd={(section) => change([...sections, section], sections.length)} />
        </div>
        <div className="min-w-0 xl:sticky xl:top-20">
          <PreviewFrame url={url} turn={turn} />
        </div>
      </div>
      {isPlanning ? (
        <PlanDialog
          title={t('Publish at a time')}
          effects={[t('These sections replace the home page then, whatever it shows at that moment.')]}
          calling={planning}
          onPlan={(at) => void plan(at)}
          onClose={() => setPlanning(false)}
        />
      ) : null}
    </div>
  )
}

function stateText({ isChanged, isKept, trouble }: { isChanged: boolean; isKept: boolean; trouble: string | null }) {
  if (!isChanged && isKept) return t('As published')
  if (isKept) return t('Your draft is kept. Nobody else sees it.')
  if (trouble === null) return t('Keeping your draft…')
  return t('Your draft is kept on this device only. {why}', { why: trouble })
}

function AddSection({ sections, onAdd }: { sections: readonly Section[]; onAdd: (section: Section) => void }) {
  const free = SECTION_TYPES.filter((type) => !ONCE.has(type) || sections.every((one) => one.type !== type))
  const [chosen, setChosen] = useState<SectionType>('products')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-full sm:w-72">
        <Select
          label={t('Another section')}
          value={chosen}
          // Safe cast: the options' values.
          onChange={({ target }) => setChosen(target.value as SectionType)}
        >
          {free.map((type) => (
            <option key={type} value={type}>
              {typeText(type)}
            </option>
          ))}
        </Select>
      </div>
      <Button size="sm" variant="outline" className="min-h-12" onClick={() => onAdd(createSection(chosen))}>
        {t('Add it')}
      </Button>
    </div>
  )
}

function errorAt(errors: readonly Problem[], path: string): string | null {
  return errors.find((error) => error.path === path)?.message ?? null
}
