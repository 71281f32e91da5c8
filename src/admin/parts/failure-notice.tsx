import { Notice } from '#ui/parts.tsx'

/** Why something failed, read out at once; nothing for null. */
export function FailureNotice({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Notice tone="bad" live>
      {text}
    </Notice>
  )
}
