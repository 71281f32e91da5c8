import { Fragment, type ReactNode } from 'react'

/** A text whose arguments are elements: `<Fill text={t('By {name}.')} name={<b>Asha</b>} />`. */
export function Fill({ text, ...values }: { text: string } & Record<string, ReactNode>) {
  return (
    text
      .split(/\{(\w+)\}/)
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places.
      .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : values[part]}</Fragment>)
  )
}
