import { t } from '#platform/text/t.ts'
import { Button } from './button.tsx'
import { Notice } from './parts.tsx'

type Props = {
  message: string
  /** A second line. */
  detail?: string
  /** A retry is running. */
  pending?: boolean
  onRetry: () => void
}

/** An error message, announced at once, with a retry button. */
export function RetryNotice({ message, detail = '', pending = false, onRetry }: Props) {
  return (
    <Notice tone="bad" live>
      <p>{message}</p>
      {detail === '' ? null : <p className="text-sm">{detail}</p>}
      <div>
        <Button variant="outline" size="sm" pending={pending} onClick={onRetry}>
          {t('Try again')}
        </Button>
      </div>
    </Notice>
  )
}
