import { useRef } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { StaffStore } from '#shop/branches/staff-contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { CallError, load } from '../api.ts'
import { AlsoHere } from '../parts/also-here.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { focusFirstError } from '../parts/focus-first-error.ts'
import { RecordPage } from '../parts/record-page.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { STORE_FIELDS, statusText } from './fields.ts'
import { StoreFields } from './store-fields.tsx'
import { useStoreForm } from './use-store-form.ts'

export async function loader({ params }: LoaderFunctionArgs) {
  const { items } = await load('GET /stores')
  const store = items.find(({ id }) => id === params.id)
  if (store) return store
  const message = t('This store doesn’t exist. It may have been removed.')
  throw new CallError({ ok: false, status: 404, code: 'not_found', message, problem: null })
}

/** `/admin/stores/ID`: one store of the store locator. */
export function Component() {
  const store = useLoaderData<typeof loader>()
  const form = useStoreForm(store)
  const { values, changed } = form
  const element = useRef<HTMLFormElement>(null)
  return (
    <RecordPage
      title={store.name}
      back={{ to: '/stores', label: t('All stores') }}
      state={<Tag tone={store.status === 'Open' ? 'ok' : 'bad'}>{statusText(store.status)}</Tag>}
      actions={
        <>
          <ShopLink />
          <RemoveButton store={store} />
        </>
      }
    >
      <div className="grid max-w-200 gap-4">
        <AlsoHere subject={`store:${store.id}`} />
        <ConflictNotice conflict={form.conflict} />
        <form
          ref={element}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void form.save().then(() => focusFirstError(element.current))
          }}
        >
          <StoreFields values={values} set={form.set} errorOf={form.errorOf} isTried={form.isTried} />
          <SaveBar
            changes={changed.map((name) => STORE_FIELDS[name].label)}
            pending={form.pending}
            canSave={form.canSave}
            onDiscard={form.discard}
            error={form.error}
          />
        </form>
      </div>
    </RecordPage>
  )
}

/** The store locator in a tab of its own. */
export function ShopLink() {
  return (
    <a
      href="/nearby-store"
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ variant: 'outline', size: 'sm' })}
    >
      {t('View in shop')}
    </a>
  )
}

function RemoveButton({ store: { id, name } }: { store: StaffStore }) {
  const { pending, error, send } = useCall()
  const navigate = useNavigate()
  const offerUndo = useUndo()
  async function remove(): Promise<void> {
    const done = await send('DELETE /stores/{id}', { params: { id } })
    if (done === null) return
    offerUndo(t('{name} removed.', { name }), done.undo)
    await navigate('/stores')
  }
  return (
    <>
      <Button variant="outline" size="sm" pending={pending} onClick={() => void remove()}>
        {t('Remove')}
      </Button>
      <FailureNotice text={error} />
    </>
  )
}
