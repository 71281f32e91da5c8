import { Picture } from '#ui/picture.tsx'
import type { OrderLine } from '../contract.ts'

type Props = { line: Pick<OrderLine, 'picture' | 'productId'>; className: string; sizes: string }

/** The picture of what was bought, in its colour; an empty frame where there is none. Decorative: the name is beside it. */
export function LinePicture({ line, className, sizes }: Props) {
  const { picture, productId } = line
  const src = picture?.src ?? productId.images[0] ?? ''
  const frame = `aspect-4/5 rounded-sm ${className}`
  if (src === '') return <span aria-hidden="true" className={`block bg-sunk ${frame}`} />
  return <Picture src={src} alt="" sizes={sizes} placeholderColor={picture?.tone} className={frame} />
}
