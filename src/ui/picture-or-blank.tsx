import { Picture } from './picture.tsx'

type Props = { src: string; sizes: string; placeholderColor?: string | null | undefined; className: string }

/** A picture, decorative because its name is beside it, or an empty frame if `src` is empty. */
export function PictureOrBlank({ src, className, ...props }: Props) {
  if (src === '') return <span aria-hidden="true" className={`block bg-sunk ${className}`} />
  return <Picture src={src} alt="" className={className} {...props} />
}
