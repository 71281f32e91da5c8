import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { fileUrl } from '../api.ts'
import { FileDialog } from '../parts/file-dialog.tsx'
import { useCall } from '../parts/use-call.ts'
import type { SettingFieldProps } from './field-props.ts'
import { offerUndo } from './offer-undo.ts'

/** A table from a CSV file, and the table as one. */
export function TableFile({ setting, onSaved }: Pick<SettingFieldProps, 'setting' | 'onSaved'>) {
  const [isOpen, setOpen] = useState(false)
  const reading = useCall()
  const saving = useCall()
  // Safe cast: the fields of tables use it.
  const name = setting.name as 'shipping.zones' | 'tax.table'
  return (
    <div className="flex flex-wrap gap-3">
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        {t('From a CSV file')}
      </Button>
      <a
        href={fileUrl(`/settings/${name}/file`)}
        download={`${name}.csv`}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        {t('Download as CSV')}
      </a>
      {isOpen ? (
        <FileDialog
          title={t('From a CSV file')}
          about={
            <>
              <p className="font-bold">{setting.label}</p>
              <p className="text-sm text-ink-2">
                {t('Download the list, edit it in a spreadsheet, and upload it here. It replaces the whole list.')}
              </p>
            </>
          }
          accept=".csv,.tsv,.txt"
          pasteLabel={t('Or paste its rows, with the column names')}
          onRead={(text) => {
            saving.clear()
            return reading.send('POST /settings/{name}/read', { params: { name }, body: { text } })
          }}
          onReplace={async (_, { value }) => {
            const saved = await saving.send(
              'PUT /settings/{name}',
              { params: { name }, body: { value } },
              setting.version,
            )
            if (saved === null) return false
            offerUndo([{ setting: saved, before: saved.before }], onSaved)
            onSaved()
            return true
          }}
          pending={reading.pending || saving.pending}
          error={reading.error ?? saving.error}
          onClose={() => {
            setOpen(false)
            reading.clear()
            saving.clear()
          }}
        />
      ) : null}
    </div>
  )
}
