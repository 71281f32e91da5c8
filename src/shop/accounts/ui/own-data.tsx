import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { readField } from '#platform/browser/read-field.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { deleteAccount, downloadData } from '../client.ts'

/** The download of the customer's data, and the deletion of the account. */
export function OwnData() {
  const [pending, setPending] = useState(false)
  const [isOpen, setOpen] = useState(false)
  async function download(): Promise<void> {
    setPending(true)
    const problem = await downloadData()
    setPending(false)
    if (problem !== null) showToast(problem, { tone: 'bad' })
  }
  return (
    <section aria-labelledby="own-data" className="grid gap-3 border-t border-line pt-6">
      <h2 id="own-data" className="font-wide text-lg font-extrabold">
        {t('Your data')}
      </h2>
      <p className="max-w-160 text-sm text-ink-2">
        {t(
          'Download everything we store about you as one file, or delete your account. Your addresses, cart, wishlist, photos and messages are deleted at once. Reviews stay without your name, and we keep what tax law requires of your orders.',
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="sm" pending={pending} onClick={() => void download()}>
          {t('Download my data')}
        </Button>
        <Button variant="text" size="sm" onClick={() => setOpen(true)}>
          {t('Delete my account')}
        </Button>
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('Delete your account?')}>
        <DeleteForm />
      </Dialog>
    </section>
  )
}

function DeleteForm() {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setPending(true)
    const failed = await deleteAccount(readField(event.currentTarget, 'email'))
    setPending(false)
    setProblem(failed)
    if (failed !== null) return
    showToast(t('Your account has been deleted.'), { tone: 'ok' })
    void navigate('/', { replace: true })
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-ink-2">{t('This can’t be undone. Type your e-mail address to continue.')}</p>
      <Field
        label={t('E-mail')}
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        error={problem}
        onChange={() => setProblem(null)}
      />
      <Button type="submit" variant="secondary" pending={pending}>
        {t('Delete my account')}
      </Button>
    </form>
  )
}
