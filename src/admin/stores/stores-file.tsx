import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { DownloadButton } from '../parts/download-button.tsx'
import { FileDialog } from '../parts/file-dialog.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'

/** All stores from a file, as `stores import` takes it, and all stores as one: an example if there are none. */
export function StoresFile({ isEmpty }: { isEmpty: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const { send, pending, error, clear } = useCall()
  const offerUndo = useUndo()
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        {t('From a file')}
      </Button>
      <DownloadButton
        label={isEmpty ? t('Download an example') : t('Download as a file')}
        path="/stores/file"
        name="stores.jsonl"
      />
      {isOpen ? (
        <FileDialog
          title={t('Stores from a file')}
          about={
            <p className="text-sm text-ink-2">
              {t(
                'JSON Lines: one store per line. Download the file, edit it, and upload it here. It replaces the whole list.',
              )}
            </p>
          }
          accept=".jsonl,.json,.txt"
          pasteLabel={t('Or paste its lines')}
          onRead={(text) => send('POST /stores/import', { body: { text, dryRun: true } })}
          onReplace={async (text, { version }) => {
            const done = await send('POST /stores/import', { body: { text } }, version)
            if (done === null) return false
            offerUndo(t('Stores replaced by those in the file.'), done.undo)
            await revalidate()
            return true
          }}
          pending={pending}
          error={error}
          onClose={() => {
            setOpen(false)
            clear()
          }}
        />
      ) : null}
    </>
  )
}
