import { type ComponentProps, type ReactNode, useState } from 'react'

type Props = Omit<ComponentProps<'div'>, 'children' | 'onBlur' | 'onChange'> & {
  children: (isLeft: boolean) => ReactNode
}

/** Fields that say what is wrong only once somebody has left them: nobody is told so before the first letter. */
export function AfterLeaving({ children, ...props }: Props) {
  const [isLeft, setLeft] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices in which field one is.
    <div
      {...props}
      onChange={({ target }) => {
        // A file is chosen whole.
        if (target instanceof HTMLInputElement && target.type === 'file') setLeft(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Another window, such as that of a file's choice, isn't another field.
        if (document.hasFocus() && !currentTarget.contains(relatedTarget)) setLeft(true)
      }}
    >
      {children(isLeft)}
    </div>
  )
}
