import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { type ProductPicture, picturesOf } from './fields.ts'

interface Wanted {
  pictures: readonly ProductPicture[]
  /** Says that it's done. */
  text: string
}

/** A product's pictures as they will be: a change is shown at once, and one made while another is being saved waits for it. */
export function usePictures(product: ProductRecord) {
  const { revalidate } = useRevalidator()
  const { send, error } = useCall()
  const showDone = useUndo()
  const [mine, setMine] = useState<{ version: number; pictures: readonly ProductPicture[] } | null>(null)
  const saved = { version: product.version, pictures: picturesOf(product) }
  const { version, pictures } = mine !== null && mine.version >= saved.version ? mine : saved
  const wanted = useRef<Wanted | null>(null)
  const isSaving = useRef(false)

  async function save(next: readonly ProductPicture[], text: string): Promise<void> {
    wanted.current = { pictures: next, text }
    setMine({ version, pictures: next })
    if (isSaving.current) return
    isSaving.current = true
    await saveWanted(version)
    isSaving.current = false
    void revalidate()
  }

  async function saveWanted(over: number): Promise<void> {
    const one = wanted.current
    if (one === null) return
    wanted.current = null
    const body = { pictures: one.pictures.map((picture) => ({ ...picture })) }
    const done = await send('PATCH /products/{id}', { params: { id: product._id }, body }, over)
    if (done === null) {
      wanted.current = null
      setMine(null)
      return
    }
    showDone(one.text, done.undo)
    const { version: now } = done.product
    setMine({ version: now, pictures: shownOf(wanted.current) ?? picturesOf(done.product) })
    await saveWanted(now)
  }

  return { pictures, error, save }
}

/** The pictures of a change that was made during a call. */
const shownOf = (wanted: Wanted | null) => wanted?.pictures ?? null
