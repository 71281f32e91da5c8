import { Picture } from './picture.tsx'

type Props = { src: string; sizes: string; placeholderColor?: string | null | undefined; className: string }

/** A decorative picture, as its name is beside it; an empty frame where `src` is empty. */
export function PictureOrBlank({ src, className, ...props }: Props) {
  if (src === '') return <span aria-hidden="true" className={`block bg-sunk ${className}`} />
  return <Picture src={src} alt="" className={className} {...props} />
}
