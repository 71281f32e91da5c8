import { useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { call, load } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { DRAG_ITEM, DRAG_LIST, focusMoved, focusRemoved, Grip, moveItem, useDragOrder } from '../parts/order.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PlanDialog } from '../parts/plan-dialog.tsx'
import { PlannedList } from '../parts/planned-list.tsx'
import { PreviewFrame } from '../parts/preview-frame.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { HomeConflictNotice } from './conflict-notice.tsx'
import { SectionRow } from './section-row.tsx'
import { createSection, isOnce, ONCE, SECTION_TYPES, type Section, type SectionType, typeText } from './sections.ts'
import { type Problem, useHomeDraft } from './use-home-draft.ts'
import { usePublication } from './use-publication.ts'

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
  const { sections, errors, url, turn } = draft
  const publication = usePublication(draft, beginAnew)
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

  return (
    <div className="page">
      <PageHead title={t('Home page')}>
        <p role="status" className="text-sm text-ink-2">
          {stateText({ ...draft, isChanged, isComplete: errors.length === 0 })}
        </p>
      </PageHead>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(24rem,30rem)]">
        <div className="grid min-w-0 gap-4">
          {publication.conflict === null ? null : (
            <HomeConflictNotice conflict={publication.conflict} onDecide={(whose) => void publication.decide(whose)} />
          )}
          <PlannedList
            plans={planned.map(({ sections, ...plan }) => ({
              ...plan,
              mayTakeBack: true,
              text: (
                <p>
                  {t('A new home page with {count, plural, one {1 section} other {# sections}}.', {
                    count: sections.length,
                  })}
                </p>
              ),
            }))}
          />
          <ol ref={list} className={`${DRAG_LIST} divide-y divide-line rounded-md border border-line bg-card`}>
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
                  grip={<Grip onPointerDown={hold(at)} className="text-ink-3" />}
                  onMove={(by) => {
                    move(at, at + by)
                    focusMoved(list.current, at + by, by)
                  }}
                  onToggle={() => setOpen(open === at ? null : at)}
                  onChange={(next) => change(sections.with(at, next))}
                  onDuplicate={
                    isOnce(section)
                      ? undefined
                      : () => {
                          change(sections.toSpliced(at + 1, 0, section), at + 1)
                          showToast(t('Section duplicated.'), { tone: 'ok' })
                        }
                  }
                  onRemove={() => {
                    change(sections.toSpliced(at, 1), null)
                    focusRemoved(list.current, at)
                  }}
                />
              </li>
            ))}
          </ol>
          <AddSection sections={sections} onAdd={(section) => change([...sections, section], sections.length)} />
          <SaveBar
            changes={isChanged ? [t('Home page')] : []}
            state={t('Not published yet')}
            pending={publication.pending}
            canSave={errors.length === 0}
            onDiscard={() => void publication.discard()}
            error={publication.conflict === null ? publication.error : null}
            onSave={() => void publication.publish()}
            saveLabel={publication.pending ? t('Publishing…') : t('Publish')}
            other={
              <Button size="sm" variant="outline" disabled={errors.length > 0} onClick={() => setPlanning(true)}>
                {t('Schedule…')}
              </Button>
            }
          />
        </div>
        <div className="min-w-0 xl:sticky xl:top-20">
          <PreviewFrame url={url} turn={turn} />
        </div>
      </div>
      {isPlanning ? (
        <PlanDialog
          title={t('Schedule changes')}
          effects={[t('At that time these sections replace the home page, whatever it shows then.')]}
          calling={publication.planning}
          onPlan={(at) => void publication.plan(at).then((isPlanned) => isPlanned && setPlanning(false))}
          onClose={() => setPlanning(false)}
        />
      ) : null}
    </div>
  )
}

function stateText(draft: { isChanged: boolean; isComplete: boolean; isKept: boolean; trouble: string | null }) {
  const { isChanged, isComplete, isKept, trouble } = draft
  if (!isChanged && isKept) return t('Up to date')
  if (isKept && !isComplete) return t('Draft saved. A section isn’t complete yet.')
  if (isKept) return t('Draft saved. Only you see it.')
  if (trouble === null) return t('Saving draft…')
  return t('Draft saved on this device only. {why}', { why: trouble })
}

function AddSection({ sections, onAdd }: { sections: readonly Section[]; onAdd: (section: Section) => void }) {
  const free = SECTION_TYPES.filter((type) => !ONCE.has(type) || sections.every((one) => one.type !== type))
  const [chosen, setChosen] = useState<SectionType>('products')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-full sm:w-72">
        <Select
          label={t('New section')}
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
      <Button size="sm" variant="outline" onClick={() => onAdd(createSection(chosen))}>
        {t('Add section')}
      </Button>
    </div>
  )
}

function errorAt(errors: readonly Problem[], path: string): string | null {
  return errors.find((error) => error.path === path)?.message ?? null
}
