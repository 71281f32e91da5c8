import { useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { headingSize } from '#shop/home/heading-size.ts'
import { Checkbox, Field, TextArea } from '#ui/field.tsx'
import { call } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { PictureField } from '../parts/picture-field.tsx'
import { RowsField } from '../parts/rows-field.tsx'
import { LinkField } from './link-field.tsx'
import { ProductsSource } from './products-source.tsx'
import type { Section } from './sections.ts'

export interface SectionFormProps {
  section: Section
  onChange: (section: Section) => void
  /** What is wrong with a field, by its path within the section: `tiles.0.link`. */
  errorOf: (path: string) => string | null
}

// Safe casts, here and below: what isn't a list or an object is refused by the server, never stored.
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Section[]) : [])
const partOf = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Section) : {})

/** The fields of a section, by its type. */
export function SectionForm(props: SectionFormProps) {
  switch (props.section.type) {
    case 'hero':
      return <HeroForm {...props} />
    case 'banner':
      return <BannerForm />
    case 'tiles':
      return <TilesForm {...props} />
    case 'products':
      return <ProductsForm {...props} />
    case 'collection':
      return <CollectionForm {...props} />
    case 'testimonials':
      return <VoicesForm {...props} />
    default:
      return <InstagramForm {...props} />
  }
}

function useText({ section, onChange, errorOf }: SectionFormProps) {
  return (name: string) => ({
    value: String(section[name] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...section, [name]: target.value }),
    error: errorOf(name),
  })
}

function ButtonFields({ section, onChange, errorOf }: SectionFormProps) {
  const button = partOf(section.button)
  const set = (name: string, value: string) => onChange({ ...section, button: { ...button, [name]: value } })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label={t('Button label')}
        value={String(button.text ?? '')}
        error={errorOf('button.text')}
        onChange={({ target }) => set('text', target.value)}
      />
      <LinkField
        value={String(button.link ?? '')}
        error={errorOf('button.link')}
        onChange={(link) => set('link', link)}
      />
    </div>
  )
}

function Picture({
  name,
  label,
  shape,
  section,
  onChange,
  errorOf,
}: SectionFormProps & { name: string; label: string; shape?: string }) {
  return (
    <PictureField
      label={label}
      {...(shape === undefined ? {} : { shape })}
      value={String(section[name] ?? '')}
      error={errorOf(name)}
      onChange={(value) => onChange({ ...section, [name]: value })}
    />
  )
}

function HeroForm(props: SectionFormProps) {
  const text = useText(props)
  const { section, onChange } = props
  const heading = text('heading')
  return (
    <>
      <Field
        label={t('Heading')}
        hint={headingSize(heading.value) === null ? t('The longest word breaks on a phone. Choose a shorter one.') : ''}
        {...heading}
      />
      <Field label={t('Small heading')} {...text('label')} />
      <TextArea label={t('Text')} rows={3} {...text('text')} />
      <Picture {...props} name="picture" label={t('Picture')} />
      <Picture {...props} name="phonePicture" label={t('Upright picture for phones')} />
      <Checkbox
        label={t('Darken the picture behind the text')}
        checked={section.darken === true}
        onChange={({ target }) => onChange({ ...section, darken: target.checked })}
      />
      <ButtonFields {...props} />
    </>
  )
}

/** The banner's picture is apart from the sections: it shows at once. */
function BannerForm() {
  const [url, setUrl] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    void call('GET /banner').then((result) => {
      if (result.ok) setUrl(result.data.url ?? '')
    })
  }, [])
  if (url === null) return null
  async function save(value: string) {
    setUrl(value)
    const result = await call('PUT /banner', { body: { url: value === '' ? null : value } })
    setSaid(result.ok ? t('Banner saved. It’s live now.') : failureText(result))
  }
  return (
    <>
      <PictureField label={t('Picture of the banner')} value={url} onChange={(value) => void save(value)} />
      <p role="status" className="text-sm text-ink-2">
        {said ?? t('Without a picture the banner is hidden. Changes here go live at once.')}
      </p>
    </>
  )
}

function TilesForm(props: SectionFormProps) {
  const text = useText(props)
  const { section, onChange, errorOf } = props
  return (
    <>
      <Field label={t('Heading')} {...text('heading')} />
      <RowsField<Section>
        label={t('Tiles')}
        error={errorOf('tiles')}
        rows={listOf(section.tiles)}
        onChange={(tiles) => onChange({ ...section, tiles })}
        create={() => ({ name: '', picture: '', link: '/categories' })}
        addLabel={t('Add a tile')}
        isOrdered
        max={6}
      >
        {(tile, set, at) => (
          <>
            <Field
              label={t('Name')}
              value={String(tile.name ?? '')}
              error={errorOf(`tiles.${at}.name`)}
              onChange={({ target }) => set({ ...tile, name: target.value })}
            />
            <PictureField
              label={t('Picture')}
              shape="aspect-6/5"
              value={String(tile.picture ?? '')}
              error={errorOf(`tiles.${at}.picture`)}
              onChange={(picture) => set({ ...tile, picture })}
            />
            <LinkField
              value={String(tile.link ?? '')}
              error={errorOf(`tiles.${at}.link`)}
              onChange={(link) => set({ ...tile, link })}
            />
          </>
        )}
      </RowsField>
    </>
  )
}

function ProductsForm(props: SectionFormProps) {
  const { section, onChange, errorOf } = props
  return (
    <>
      <Field label={t('Title')} {...useText(props)('title')} />
      <ProductsSource
        source={partOf(section.products)}
        onChange={(products) => onChange({ ...section, products })}
        errorOf={(path) => errorOf(`products.${path}`)}
      />
    </>
  )
}

function CollectionForm(props: SectionFormProps) {
  const text = useText(props)
  return (
    <>
      <Field label={t('Heading')} {...text('heading')} />
      <Field label={t('Small heading')} {...text('label')} />
      <TextArea label={t('Text')} rows={3} {...text('text')} />
      <Picture {...props} name="picture" label={t('Picture')} shape="aspect-4/3" />
      <Field label={t('Picture description')} hint={t('For people who can’t see it.')} {...text('alt')} />
      <ButtonFields {...props} />
    </>
  )
}

function VoicesForm(props: SectionFormProps) {
  const { section, onChange, errorOf } = props
  return (
    <>
      <Field label={t('Heading')} {...useText(props)('heading')} />
      <RowsField<Section>
        label={t('Testimonials')}
        error={errorOf('voices')}
        rows={listOf(section.voices)}
        onChange={(voices) => onChange({ ...section, voices })}
        create={() => ({ text: '', author: '' })}
        addLabel={t('Add a testimonial')}
        isOrdered
        max={20}
      >
        {(voice, set, at) => (
          <>
            <TextArea
              label={t('Quote')}
              rows={2}
              value={String(voice.text ?? '')}
              error={errorOf(`voices.${at}.text`)}
              onChange={({ target }) => set({ ...voice, text: target.value })}
            />
            <Field
              label={t('Name')}
              value={String(voice.author ?? '')}
              error={errorOf(`voices.${at}.author`)}
              onChange={({ target }) => set({ ...voice, author: target.value })}
            />
          </>
        )}
      </RowsField>
    </>
  )
}

function InstagramForm(props: SectionFormProps) {
  const { section, onChange, errorOf } = props
  const pictures: readonly unknown[] = Array.isArray(section.pictures) ? section.pictures : []
  return (
    <>
      <Field label={t('Heading')} {...useText(props)('heading')} />
      <RowsField<unknown>
        label={t('Pictures: none, 4 or 8')}
        error={errorOf('pictures')}
        rows={pictures}
        onChange={(next) => onChange({ ...section, pictures: next })}
        create={() => ''}
        addLabel={t('Add a picture')}
        isOrdered
        max={8}
      >
        {(picture, set, at) => (
          <PictureField
            label={t('Picture {number}', { number: at + 1 })}
            shape="aspect-square"
            value={String(picture ?? '')}
            error={errorOf(`pictures.${at}`)}
            onChange={set}
          />
        )}
      </RowsField>
    </>
  )
}
