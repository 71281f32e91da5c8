import { useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/field.tsx'
import { Tag, type Tone } from '#ui/parts.tsx'
import { call, load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { failureText } from '../parts/failure-text.ts'
import { FileButton } from '../parts/file-button.tsx'
import { fileBytes, UNREADABLE } from '../parts/file-bytes.ts'
import { useLastList } from '../parts/last-list.ts'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { When } from '../parts/when.tsx'
import { may } from '../session.ts'
import { RemoveDemonstration } from './remove-demonstration.tsx'

export async function loader() {
  const [{ items }, demonstration] = await Promise.all([
    load('GET /imports'),
    may('GET /demonstration') ? load('GET /demonstration') : null,
  ])
  return { items, demonstration }
}

type State = Awaited<ReturnType<typeof loader>>['items'][number]['state']

export function stateText(state: State): string {
  switch (state) {
    case 'reading':
      return t('Reading')
    case 'ready':
      return t('Ready')
    case 'applying':
      return t('Importing')
    case 'applied':
      return t('Imported')
    case 'refused':
      return t('Not imported')
  }
}

export function stateTone(state: State): Tone {
  return state === 'applied' ? 'ok' : state === 'refused' ? 'bad' : state === 'ready' ? 'violet' : 'plain'
}

/** `/admin/imports`: give a file, and those that were given. */
export function Component() {
  const { items, demonstration } = useLoaderData<typeof loader>()
  useLastList({ label: t('Imports'), rows: items.map(({ id }) => `/imports/${id}`) })
  return (
    <RecordPage title={t('Imports')} back={{ to: '/products', label: t('All products') }}>
      <div className="grid max-w-200 gap-4">
        <GiveFile />
        <p>
          <LinkButton to="/products/pictures" variant="outline" size="sm">
            {t('Add pictures to many products')}
          </LinkButton>
        </p>
        {items.length === 0 ? null : (
          <Section title={t('Uploaded files')}>
            <ul className="grid gap-3">
              {items.map(({ id, file, by, at, state, text }) => (
                <li key={id} className="border-b border-line pb-3 last:border-0 last:pb-0">
                  <span className="flex flex-wrap items-center justify-between gap-2">
                    <Link to={`/imports/${id}`} className="inline-flex min-h-11 items-center font-bold wrap-anywhere">
                      {file}
                    </Link>
                    <Tag tone={stateTone(state)}>{stateText(state)}</Tag>
                  </span>
                  <p>{text}</p>
                  <p className="text-sm text-ink-3">
                    <When at={at} /> · {by}
                  </p>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {demonstration === null || Object.values(demonstration).every((count) => count === 0) ? null : (
          <RemoveDemonstration counts={demonstration} />
        )}
      </div>
    </RecordPage>
  )
}

function GiveFile() {
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [setsStock, setSetsStock] = useState(false)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function give(): Promise<void> {
    if (file === null || pending) return
    setPending(true)
    setError(null)
    // The form's own bytes and type: the browser chooses the boundary between its parts.
    const form = new FormData()
    form.append('file', file)
    const request = new Response(form)
    const body = await fileBytes(request)
    if (body === null) {
      setPending(false)
      return setError(UNREADABLE)
    }
    const query = setsStock ? { stock: 'true' as const } : {}
    const fileType = request.headers.get('content-type') ?? ''
    const result = await call('POST /imports', { query, body }, { fileType })
    setPending(false)
    if (result.ok) void navigate(`/imports/${result.data.id}`)
    else setError(failureText(result))
  }
  function choose([chosen]: readonly File[]): void {
    setFile(chosen ?? null)
    setError(null)
  }
  return (
    <Section title={t('Upload a file')}>
      <div className="grid justify-items-start gap-4">
        <p className="text-ink-2">
          {t(
            'A product CSV from Shopify or WooCommerce, a Google Merchant feed, or an export of this shop (JSON Lines). You preview the changes before anything is saved.',
          )}
        </p>
        <span className="flex max-w-full flex-wrap items-center gap-3">
          <FileButton
            label={file === null ? t('Choose a file') : t('Choose another file')}
            accept=".jsonl,.json,.csv,.tsv,.txt,.xml"
            onFiles={choose}
          />
          {file === null ? null : <span className="min-w-0 font-bold wrap-anywhere">{file.name}</span>}
        </span>
        <Checkbox
          label={t('Also replace the stock of existing SKUs')}
          checked={setsStock}
          onChange={(event) => setSetsStock(event.target.checked)}
        />
        <FailureNotice text={error} />
        <Button variant="primary" pending={pending} disabled={file === null} onClick={() => void give()}>
          {t('Preview changes')}
        </Button>
      </div>
    </Section>
  )
}
