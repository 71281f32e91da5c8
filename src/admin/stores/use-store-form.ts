import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { StaffStore } from '#shop/branches/staff-contract.ts'
import { useRecordForm, valuesOf } from '../parts/use-record-form.ts'
import { useUndo } from '../parts/use-undo.ts'
import { changeOf, STORE_FIELDS, type StoreField, type StoreValues } from './fields.ts'

/** The form of one store. */
export function useStoreForm(store: StaffStore) {
  const [isTried, setTried] = useState(false)
  const showDone = useUndo()
  const form = useRecordForm<StaffStore, StoreValues, { undo: string | null }>({
    key: `store ${store.id}`,
    stored: store,
    fields: STORE_FIELDS,
    async call(change, current, { attempt }) {
      // Safe cast: the fields of a change.
      const body = changeOf({ ...valuesOf(STORE_FIELDS, current), ...change }, Object.keys(change) as StoreField[])
      if (body === null) return null
      return attempt('PATCH /stores/{id}', { params: { id: store.id }, body }, current.version)
    },
  })
  return {
    ...form,
    isTried,
    async save(): Promise<void> {
      setTried(true)
      const saved = await form.save()
      if (saved === null) return
      setTried(false)
      showDone(t('{name} saved.', { name: store.name }), saved.undo)
    },
    discard(): void {
      form.discard()
      setTried(false)
    },
  }
}
