import { PictureOrBlank } from '#ui/picture-or-blank.tsx'
import { pictureUrlOf } from '../../cart/line-availability.ts'
import type { OrderLine } from '../contract.ts'

type Props = { line: Pick<OrderLine, 'picture' | 'productId'>; className: string; sizes: string }

/** The picture of what was bought, in its colour. */
export function LinePicture({ line, className, sizes }: Props) {
  const frame = `aspect-4/5 rounded-sm ${className}`
  return (
    <PictureOrBlank src={pictureUrlOf(line)} sizes={sizes} placeholderColor={line.picture?.tone} className={frame} />
  )
}
