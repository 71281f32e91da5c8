import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'

type Props = { counts: { deleted: number; archived: number; reviews: number; stores: number } }

/** What the shop has of the demonstration, and the step that removes it. */
export function RemoveDemonstration({ counts: { deleted, archived, reviews, stores } }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { pending, error, send } = useCall()
  const { revalidate } = useRevalidator()
  async function remove(): Promise<void> {
    if ((await send('DELETE /demonstration', {})) === null) return
    setIsOpen(false)
    showToast(t('Demonstration removed.'), { tone: 'ok' })
    await revalidate()
  }
  return (
    <Section title={t('Demonstration')}>
      <div className="grid justify-items-start gap-4">
        <p className="text-ink-2">
          {t('The sample products, reviews and stores that came with the shop. Anything you added stays.')}
        </p>
        <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
          {t('Remove the demonstration…')}
        </Button>
      </div>
      <PreviewDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('Remove the demonstration?')}
        lines={[
          [t('Products deleted'), deleted],
          [t('Products in orders, archived'), archived],
          [t('Reviews deleted'), reviews],
          [t('Stores deleted'), stores],
        ]}
        warning={t('This can’t be undone.')}
        confirmLabel={t('Remove the demonstration')}
        pending={pending}
        error={error}
        onConfirm={() => void remove()}
      />
    </Section>
  )
}
