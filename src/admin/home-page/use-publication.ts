import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ApiResult } from '#platform/api/client.ts'
import type { ConflictOf } from '#platform/api/endpoint.ts'
import { t } from '#platform/text/t.ts'
import type { StaffContract } from '#shop/staff-contract.ts'
import { showToast } from '#ui/toast-store.ts'
import { call, callAt } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { useCall } from '../parts/use-call.ts'
import type { HomeDraft } from './use-home-draft.ts'

export type HomeConflict = ConflictOf<StaffContract['PUT /home-page']>

/** What becomes of a draft of the home page: published now or later, put together with somebody else's, or discarded. */
export function usePublication(draft: HomeDraft, beginAnew: () => Promise<void>) {
  const { sections, version, settle } = draft
  const [conflict, setConflict] = useState<HomeConflict | null>(null)
  const publishing = useCall()
  const planning = useCall()
  const { revalidate } = useRevalidator()

  async function publish(): Promise<void> {
    await settle()
    const saved = await publishing.attempt('PUT /home-page', { body: { sections: [...sections] } }, version)
    setConflict(saved === null || saved.ok ? null : (saved.conflict ?? null))
    if (!saved?.ok) return
    draft.clear()
    const undo = async () => {
      const input = { params: { name: 'home.sections' }, body: { version: saved.data.before } }
      const result = await callAt(saved.data.version)('POST /settings/{name}/return', input)
      showToast(result.ok ? t('Undone.') : failureText(result), { tone: result.ok ? 'ok' : 'bad' })
      await beginAnew()
    }
    const text = saved.data.merged
      ? t('Home page published, together with a colleague’s changes.')
      : t('Home page published.')
    showToast(text, { tone: 'ok', ms: 10_000, action: { label: t('Undo'), onPress: () => void undo() } })
    await beginAnew()
  }

  /** @returns false if it's refused */
  async function plan(at: string): Promise<boolean> {
    if ((await planning.send('POST /home-page/plan', { body: { sections: [...sections], at } })) === null) return false
    showToast(t('Scheduled. Until then the page stays as it is.'), { tone: 'ok' })
    await revalidate()
    return true
  }

  async function beginFrom(result: ApiResult<unknown>): Promise<void> {
    if (!result.ok) return void showToast(failureText(result), { tone: 'bad' })
    draft.clear()
    await beginAnew()
  }

  async function discard(): Promise<void> {
    await settle()
    await beginFrom(await call('DELETE /home-page/draft'))
  }

  /** Goes on with one's own draft or theirs where both have changed the same; all else of both stays if it can. */
  async function decide(whose: 'mine' | 'theirs'): Promise<void> {
    if (conflict === null) return
    const { merged, current } = conflict
    if (merged) {
      await settle()
      const body = { sections: [...merged[whose]], version: current.version }
      await beginFrom(await call('PUT /home-page/draft', { body }))
    } else if (whose === 'theirs') await discard()
    else {
      draft.rebase(current.version)
      publishing.clear()
      setConflict(null)
    }
  }

  return { publish, plan, planning, discard, decide, conflict, pending: publishing.pending, error: publishing.error }
}
