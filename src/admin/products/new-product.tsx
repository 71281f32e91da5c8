import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { newKey } from '#platform/browser/request-keys.ts'
import { slugOf } from '#platform/text/slug.ts'
import { t } from '#platform/text/t.ts'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'
import { ChoosePictures } from './add-pictures.tsx'
import { FIELD_NAMES, type FieldName, labelOf, serverName, textOf, valueFrom, variantsOf } from './fields.ts'
import { axesOf, cellKey, changesOf, EMPTY_GRID, type GridDraft } from './grid.ts'
import { FoundByFields, mrpHint } from './product-form.tsx'
import { addUploads } from './upload-queue.ts'
import { VariantsGrid } from './variants-grid.tsx'

/** With `like`, the product that is copied: its words, colours and sizes, but not its pictures and stock. */
export async function loader({ request }: LoaderFunctionArgs): Promise<ProductRecord | null> {
  const like = new URL(request.url).searchParams.get('like')
  return like === null ? null : load('GET /products/{id}', { params: { id: like } })
}

type ChosenPicture = { color: string; file: File }
type Draft = { fields: Readonly<Record<string, string>>; grid: GridDraft }

const SHOWN = ['name', 'price', 'mrp', 'categories', 'subcategory', 'description'] as const

/** `/admin/products/new`: a draft that nobody sees yet; its pictures go on their way once it's saved. */
export function Component() {
  const like = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const draft = useDraft<Draft>(`new product ${like?._id ?? ''}`, initialOf(like))
  const { send, pending, error, errorOf } = useCall(draft.keysOf())
  const [isTried, setIsTried] = useState(false)
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([])
  const showDone = useUndo()
  const { fields, grid } = draft.value
  // As the server makes it of the name: the SKUs begin with it.
  const id = slugOf(fields.name ?? '') || 'new'
  const changes = changesOf(id, [], grid)
  const variants = changes.variants ?? []

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    setIsTried(true)
    const values = Object.entries(fields).flatMap(([name, text]) => {
      // Safe cast: these are the form's names.
      const value = valueFrom(name as FieldName, text)
      return value === null || value === undefined || value === ''
        ? []
        : [[serverName(name as FieldName, like ?? {}), value]]
    })
    if (variants.length === 0 || changes.invalid.length > 0) return
    const body = { ...Object.fromEntries(values), colors: [...new Set(variants.map(({ color }) => color))], variants }
    const made = await send('POST /products', { body })
    if (made === null) return
    draft.clear()
    showDone(
      pictures.length > 0
        ? t('Draft saved. Its pictures are being uploaded.')
        : t('Draft saved. Add its pictures, then publish it.'),
      made.undo,
    )
    const colors = new Set(variants.map(({ color }) => color))
    // A colour that wasn't saved after all has no pictures of its own.
    for (const { color, file } of pictures) addUploads(made.product._id, colors.has(color) ? color : '', [file])
    void navigate(`/products/${made.product._id}`)
  }
  const set = (name: FieldName, text: string) => draft.set({ grid, fields: { ...fields, [name]: text } })
  const field = (name: FieldName) => ({ label: labelOf(name), value: fields[name] ?? '', error: errorOf(name) })
  return (
    <form onSubmit={(event) => void submit(event)}>
      <RecordPage
        title={like ? t('Copy of {name}', { name: like.name }) : t('New product')}
        back={{ to: '/products', label: t('All products') }}
        aside={<FoundByFields form={{ text: (name) => fields[name] ?? '', set, errorOf }} />}
      >
        <Section title={t('Name and description')}>
          <div className="grid gap-4">
            <Field {...field('name')} required onChange={(event) => set('name', event.target.value)} />
            <TextArea {...field('description')} rows={5} onChange={(event) => set('description', event.target.value)} />
          </div>
        </Section>
        <Section title={t('Pictures')}>
          <div className="grid gap-3">
            <ChosenPictures pictures={pictures} onChange={setPictures} />
            <ChoosePictures
              colors={axesOf([], grid).colors}
              onChoose={(color, files) => setPictures([...pictures, ...files.map((file) => ({ color, file }))])}
            />
          </div>
        </Section>
        <Section title={t('Price')}>
          <div className="grid gap-4 sm:grid-cols-2">
            <MoneyField {...field('price')} required onChange={(text) => set('price', text)} />
            <MoneyField
              {...field('mrp')}
              hint={mrpHint(fields.price ?? '', fields.mrp ?? '')}
              onChange={(text) => set('mrp', text)}
            />
          </div>
        </Section>
        <Section title={t('Colours and sizes')}>
          <VariantsGrid id={id} variants={[]} draft={grid} onChange={(next) => draft.set({ fields, grid: next })}>
            {isTried && variants.length === 0 ? (
              <p className="font-bold text-bad">
                {t('Please write how many pieces there are of at least one colour and size; 0 is a number.')}
              </p>
            ) : null}
          </VariantsGrid>
        </Section>
        <FailureNotice text={error} />
        <Button variant="primary" type="submit" className="sm:justify-self-start" pending={pending}>
          {t('Save as draft')}
        </Button>
      </RecordPage>
    </form>
  )
}

type ChosenProps = { pictures: readonly ChosenPicture[]; onChange: (pictures: readonly ChosenPicture[]) => void }

const keys = new WeakMap<File, string>()
/** A name for a chosen file in a list; two may have the same name. */
function keyOf({ file }: ChosenPicture): string {
  const key = keys.get(file) ?? newKey()
  keys.set(file, key)
  return key
}

/** A file on this device, drawn small: the site's policy allows no `blob:` pictures. */
function FilePicture({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const draw = (picture: ImageBitmap) => {
      if (canvas.current) Object.assign(canvas.current, { width: picture.width, height: picture.height })
      canvas.current?.getContext('2d')?.drawImage(picture, 0, 0)
      picture.close()
    }
    // What the browser can't read, the server judges.
    createImageBitmap(file, { resizeWidth: 192, imageOrientation: 'from-image' }).then(draw, () => {})
  }, [file])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={file.name}
      className="aspect-4/5 w-full rounded-sm bg-sunk object-cover"
    />
  )
}

/** The pictures that were chosen for a product that isn't there yet. */
function ChosenPictures({ pictures, onChange }: ChosenProps) {
  if (pictures.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {pictures.map((one) => (
        <li key={keyOf(one)} className="grid w-24 content-start gap-1 text-sm">
          <FilePicture file={one.file} />
          <span className="wrap-anywhere">{one.color}</span>
          <Button
            size="sm"
            variant="text"
            aria-label={t('Remove {name}', { name: one.file.name })}
            onClick={() => onChange(pictures.filter((other) => other !== one))}
          >
            {t('Remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function initialOf(like: ProductRecord | null): Draft {
  if (like === null) return { fields: { categories: 'Woman' }, grid: EMPTY_GRID }
  const variants = variantsOf(like)
  return {
    fields: Object.fromEntries([...new Set([...SHOWN, ...FIELD_NAMES])].map((name) => [name, textOf(name, like)])),
    grid: {
      ...EMPTY_GRID,
      cells: Object.fromEntries(variants.map(({ color, size }) => [cellKey(color, size), '0'])),
      colors: [...new Set(variants.map(({ color }) => color))],
      sizes: [...new Set(variants.map(({ size }) => size))],
    },
  }
}
