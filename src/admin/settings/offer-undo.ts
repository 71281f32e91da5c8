import { t } from '#platform/text/t.ts'
import type { ShownSetting } from '#shop/settings/staff-contract.ts'
import { showToast } from '#ui/toast-store.ts'
import { callAt } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'

/** Says what was saved, and offers to take it back: each setting to what it was before, if nobody changed it since. */
export function offerUndo(done: readonly { setting: ShownSetting; before: number }[], then: () => void) {
  const takeBack = async () => {
    const failures: string[] = []
    for (const { setting, before } of done.toReversed()) {
      const { name, label, version } = setting
      const input = { params: { name }, body: { version: before } }
      const result = await callAt(version)('POST /settings/{name}/return', input)
      if (!result.ok) failures.push(`${label}: ${failureText(result)}`)
    }
    if (failures.length === 0) showToast(t('Undone.'), { tone: 'ok' })
    else showToast(t('Not undone: {failures}', { failures: failures.join(' ') }), { tone: 'bad', ms: 10_000 })
    then()
  }
  showToast(t('Saved: {names}', { names: done.map(({ setting }) => setting.label).join(', ') }), {
    tone: 'ok',
    ms: 10_000,
    action: { label: t('Undo'), onPress: () => void takeBack() },
  })
}
