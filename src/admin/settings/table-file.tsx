import { useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#platform/text/t.ts'
import type { ReadSettingFile } from '#shop/owner/setting-files-contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { fileUrl } from '../api.ts'
import { FileButton } from '../parts/file-button.tsx'
import { UNREADABLE } from '../parts/file-bytes.ts'
import { ReviewDialog } from '../parts/review-dialog.tsx'
import { useCall } from '../parts/use-call.ts'
import type { SettingFieldProps } from './field-props.ts'
import { offerUndo } from './offer-undo.ts'
import { readTextFile } from './text-file.ts'

/** A table from a CSV file that was chosen or pasted: what is wrong with it, or what it changes, and then saved as one. */
export function TableFile({ setting, onSaved }: Pick<SettingFieldProps, 'setting' | 'onSaved'>) {
  const [isOpen, setOpen] = useState(false)
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
      {isOpen
        ? // The dialog has a form of its own, which can't stand in that of the page.
          createPortal(
            <FileDialog
              name={name}
              version={setting.version}
              label={setting.label}
              onClose={() => setOpen(false)}
              onSaved={onSaved}
            />,
            document.body,
          )
        : null}
    </div>
  )
}

type DialogProps = Pick<SettingFieldProps, 'onSaved'> & {
  name: 'shipping.zones' | 'tax.table'
  version: string
  label: string
  onClose: () => void
}

function FileDialog({ name, version, label, onClose, onSaved }: DialogProps) {
  const [text, setText] = useState('')
  const [read, setRead] = useState<ReadSettingFile | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const reading = useCall()
  const saving = useCall()

  function give(next: string) {
    setText(next)
    setRead(null)
    setUnreadable(false)
  }

  async function choose(files: readonly File[]) {
    const chosen = files[0] ? await readTextFile(files[0]) : null
    if (chosen === null) setUnreadable(true)
    else give(chosen)
  }

  async function confirm() {
    if (read?.value == null) {
      setRead(await reading.send('POST /settings/{name}/read', { params: { name }, body: { text } }))
      return
    }
    const input = { params: { name }, body: { value: read.value } }
    const saved = await saving.send('PUT /settings/{name}', input, version)
    if (saved === null) return
    offerUndo([{ setting: saved, before: saved.before }], onSaved)
    onSaved()
    onClose()
  }

  const isReady = read?.value != null
  const isSame = read !== null && isReady && read.added + read.changed + read.removed === 0
  return (
    <ReviewDialog
      open
      onClose={onClose}
      title={t('From a CSV file')}
      confirmLabel={isReady ? t('Replace the list') : t('Show what it changes')}
      pending={reading.pending || saving.pending}
      isReady={text.trim() !== '' && !isSame}
      error={isUnreadable ? UNREADABLE : (reading.error ?? saving.error)}
      onConfirm={() => void confirm()}
    >
      <p className="font-bold">{label}</p>
      <p className="text-sm text-ink-2">
        {t('Download the list, change it in a spreadsheet, and give it back here. The file replaces the whole list.')}
      </p>
      <FileButton label={t('Choose a file')} accept=".csv,.tsv,.txt" onFiles={(files) => void choose(files)} />
      <TextArea
        label={t('Or paste its rows, with the names of the columns')}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={({ target }) => give(target.value)}
      />
      <div role="status">
        {read === null ? null : isSame ? <p>{t('The file has what is set already.')}</p> : <Found read={read} />}
      </div>
    </ReviewDialog>
  )
}

function Found({ read }: { read: ReadSettingFile }) {
  if (read.value === null)
    return (
      <>
        <p className="pb-2 font-bold text-bad">{t('Nothing was changed. Please put this right:')}</p>
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="text-ink-2">
              <th className="pr-3 font-normal">{t('Row')}</th>
              <th className="pr-3 font-normal">{t('Column')}</th>
              <th className="font-normal">{t('What is wrong')}</th>
            </tr>
          </thead>
          <tbody>
            {read.errors.map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`} className="border-t border-line align-top">
                <td className="py-1 pr-3 tabular-nums">{row === 0 ? '' : row}</td>
                <td className="py-1 pr-3">{column}</td>
                <td className="py-1 wrap-anywhere">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </>
    )
  const { added, changed, removed, unchanged, changes } = read
  return (
    <>
      <p className="pb-2 font-bold">
        {t('{added} new, {changed} changed, {removed} removed, {unchanged} as before', {
          added,
          changed,
          removed,
          unchanged,
        })}
      </p>
      <ul className="grid gap-1 text-sm">
        {changes.map(({ key, from, to }) => (
          <li key={key} className="wrap-anywhere">
            <b>{key}</b>: {from ?? t('not in the list')} → {to ?? t('removed')}
          </li>
        ))}
      </ul>
      {changes.length < added + changed + removed ? (
        <p className="pt-1 text-sm text-ink-2">
          {t('And {count} more.', { count: added + changed + removed - changes.length })}
        </p>
      ) : null}
    </>
  )
}
