import { FolderOpen, ImagePlus } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { FileButton } from '../parts/file-button.tsx'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { ACCEPTED, UploadList } from './add-pictures.tsx'
import { addUploads, readUploads, subscribeUploads } from './upload-queue.ts'

type Picture = { file: File; product: { id: string; name: string } | null; color: string }

/** As many as a call takes. */
const AT_ONCE = 1000

// A file of a chosen folder has its path in it.
const nameOf = (file: File) => (file.webkitRelativePath || file.name).slice(-400)

/** `/admin/products/pictures`: pictures of many products, by the names of their files. */
export function Component() {
  const { send, pending, error } = useCall()
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const uploads = useSyncExternalStore(subscribeUploads, readUploads).filter((one) => sent.has(one.productId))
  const known = pictures.filter(({ product }) => product !== null)
  const unknown = pictures.filter(({ product }) => product === null)
  async function choose(all: readonly File[]): Promise<void> {
    // A folder has other files too.
    const files = all.filter(({ type }) => ACCEPTED.split(',').includes(type)).slice(0, AT_ONCE)
    if (files.length === 0) return setPictures([])
    const found = await send('POST /pictures/match', { body: { files: files.map(nameOf) } })
    if (found === null) return
    // The answer is in the order of the files.
    setPictures(
      files.map((file, at) => ({
        file,
        product: found.items[at]?.product ?? null,
        color: found.items[at]?.color ?? '',
      })),
    )
  }
  function add(): void {
    for (const { file, product, color } of known) if (product !== null) addUploads(product.id, color, [file])
    setSent(new Set([...sent, ...known.flatMap(({ product }) => product?.id ?? [])]))
    setPictures([])
  }
  return (
    <RecordPage title={t('Pictures of many products')} back={{ to: '/products', label: t('All products') }}>
      <div className="grid max-w-200 gap-4">
        <Section title={t('Choose pictures')}>
          <div className="grid gap-4">
            <p className="text-ink-2">
              {t(
                'Name each file or folder after a SKU or a product’s id, e.g. {sku} or {id}. You see where each picture goes before anything is saved.',
                { sku: 'KL-RED-M_2.jpg', id: 'long-kurta/1.jpg' },
              )}
            </p>
            <div className="flex flex-wrap gap-3">
              <FileButton
                label={t('Choose pictures')}
                accept={ACCEPTED}
                multiple
                pending={pending}
                onFiles={(files) => void choose(files)}
              >
                <ImagePlus size={19} aria-hidden="true" />
              </FileButton>
              <FileButton
                label={t('Choose a folder')}
                accept={ACCEPTED}
                multiple
                folder
                pending={pending}
                onFiles={(files) => void choose(files)}
              >
                <FolderOpen size={19} aria-hidden="true" />
              </FileButton>
            </div>
            <FailureNotice text={error} />
            <UploadList uploads={uploads} />
            {sent.size > 0 && uploads.length === 0 ? (
              <p role="status" className="font-bold">
                {t('All pictures have arrived.')}
              </p>
            ) : null}
          </div>
        </Section>
        {known.length === 0 ? null : (
          <Section
            title={t('{count, plural, one {# picture} other {# pictures}} with a product', { count: known.length })}
          >
            <ul className="grid gap-1">
              {known.map(({ file, product, color }) => (
                <li key={nameOf(file)} className="flex flex-wrap gap-x-2 wrap-anywhere">
                  {nameOf(file)} →{' '}
                  <Link to={`/products/${product?.id}`}>
                    {product?.name}
                    {color === '' ? '' : `, ${color}`}
                  </Link>
                </li>
              ))}
            </ul>
            <Button variant="primary" className="mt-4" onClick={add}>
              {t('Add {count, plural, one {# picture} other {# pictures}}', { count: known.length })}
            </Button>
          </Section>
        )}
        {unknown.length === 0 ? null : (
          <Section
            title={t('No product for {count, plural, one {# picture} other {# pictures}}', { count: unknown.length })}
          >
            <p className="pb-2 text-ink-2">
              {t('These names don’t begin with a SKU or id. Rename the files, or add them on the product’s page.')}
            </p>
            <ul className="wrap-anywhere">
              {unknown.map(({ file }) => (
                <li key={nameOf(file)}>{nameOf(file)}</li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </RecordPage>
  )
}
