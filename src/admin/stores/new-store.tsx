import { type SyntheticEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { focusFirstError } from '../parts/focus-first-error.ts'
import { RecordPage } from '../parts/record-page.tsx'
import { hasFieldErrors, useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'
import { changeOf, EMPTY_STORE, FIELD_NAMES, type StoreValues } from './fields.ts'
import { StoreFields } from './store-fields.tsx'

/** `/admin/new-store`: shoppers see the store once it's added. */
export function Component() {
  const draft = useDraft<StoreValues>('new store', EMPTY_STORE)
  const { pending, error, failure, errorOf, send } = useCall(draft.keysOf())
  const [isTried, setTried] = useState(false)
  const navigate = useNavigate()
  const offerUndo = useUndo()
  const form = useRef<HTMLFormElement>(null)

  async function add(): Promise<void> {
    setTried(true)
    const typed = draft.value
    const store = changeOf(typed, FIELD_NAMES)
    if (store?.lat === undefined || store.lng === undefined) return
    const { name, address, status } = typed
    const added = await send('POST /stores', {
      body: { ...store, name, address, status, lat: store.lat, lng: store.lng },
    })
    if (added === null) return
    draft.forget(typed)
    offerUndo(t('{name} added.', { name: added.store.name }), added.undo)
    await navigate('/stores')
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    void add().then(() => focusFirstError(form.current))
  }

  return (
    <RecordPage title={t('New store')} back={{ to: '/stores', label: t('All stores') }}>
      <form ref={form} className="grid max-w-200 gap-4" onSubmit={submit}>
        <StoreFields
          values={draft.value}
          set={(name, value) => draft.set({ ...draft.value, [name]: value })}
          errorOf={errorOf}
          isTried={isTried}
        />
        <FailureNotice text={hasFieldErrors(failure) ? null : error} />
        <Button variant="primary" type="submit" pending={pending}>
          {t('Add the store')}
        </Button>
      </form>
    </RecordPage>
  )
}
