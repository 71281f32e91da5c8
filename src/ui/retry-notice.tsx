import { Button } from './button.tsx'
import { Notice } from './parts.tsx'

type Props = {
  message: string
  /** Further words beneath it. */
  detail?: string
  /** The next try is under way. */
  pending?: boolean
  onRetry: () => void
}

/** What went wrong, read out at once, and a way to try again. */
export function RetryNotice({ message, detail = '', pending = false, onRetry }: Props) {
  return (
    <Notice tone="bad" live>
      <p>{message}</p>
      {detail === '' ? null : <p className="text-sm">{detail}</p>}
      <div>
        <Button variant="outline" size="sm" pending={pending} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Notice>
  )
}
