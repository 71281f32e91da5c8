import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#platform/text/t.ts'
import { TextArea } from '#ui/field.tsx'
import { FileButton } from './file-button.tsx'
import { UNREADABLE } from './file-bytes.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { readTextFile } from './text-file.ts'

/** What is wrong with a file, or what it would change. */
export interface FileDifference {
  errors: readonly { row: number; column: string; message: string }[]
  added: number
  changed: number
  removed: number
  unchanged: number
  isReordered?: boolean
  /** The first of them. */
  changes: readonly { key: string; from: string | null; to: string | null }[]
}

type Props<D extends FileDifference> = {
  title: string
  /** What is replaced, and how one comes by such a file. */
  about: ReactNode
  /** The endings of files to choose from. */
  accept: string
  pasteLabel: string
  /** Reads the file without changing anything; null if that failed. */
  onRead: (text: string) => Promise<D | null>
  /** Replaces the list; false if that failed. */
  onReplace: (text: string, read: D) => Promise<boolean>
  pending: boolean
  error: string | null
  onClose: () => void
}

/** A list from a file that was chosen or pasted: what is wrong with it, or what it changes, and then replaced as one. */
export function FileDialog<D extends FileDifference>(props: Props<D>) {
  const { title, about, accept, pasteLabel, onRead, onReplace, pending, error, onClose } = props
  const [text, setText] = useState('')
  const [read, setRead] = useState<D | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const isReady = read !== null && read.errors.length === 0
  const isSame = isReady && read.added + read.changed + read.removed === 0 && read.isReordered !== true

  function chooseText(next: string) {
    setText(next)
    setRead(null)
    setUnreadable(false)
  }

  async function choose(files: readonly File[]) {
    const chosen = files[0] ? await readTextFile(files[0]) : null
    if (chosen === null) setUnreadable(true)
    else chooseText(chosen)
  }

  async function confirm() {
    if (!isReady) setRead(await onRead(text))
    else if (await onReplace(text, read)) onClose()
    // What it was compared with isn't so any more.
    else setRead(null)
  }

  // The dialog has a form of its own, which can't stand in that of the page.
  return createPortal(
    <PreviewDialog
      open
      onClose={onClose}
      title={title}
      confirmLabel={isReady ? t('Replace the list') : t('Preview changes')}
      pending={pending}
      isReady={text.trim() !== '' && !isSame}
      error={isUnreadable ? UNREADABLE : error}
      onConfirm={() => void confirm()}
    >
      {about}
      <FileButton label={t('Choose a file')} accept={accept} onFiles={(files) => void choose(files)} />
      <TextArea
        label={pasteLabel}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={({ target }) => chooseText(target.value)}
      />
      <div role="status">
        {read === null ? null : isSame ? <p>{t('This file changes nothing.')}</p> : <Found read={read} />}
      </div>
    </PreviewDialog>,
    document.body,
  )
}

function Found({ read }: { read: FileDifference }) {
  if (read.errors.length > 0)
    return (
      <>
        <p className="pb-2 font-bold text-bad">{t('Not saved. Please correct:')}</p>
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="text-ink-2">
              <th className="pr-3 font-normal">{t('Row')}</th>
              <th className="pr-3 font-normal">{t('Column')}</th>
              <th className="font-normal">{t('Problem')}</th>
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
  const { added, changed, removed, unchanged, isReordered = false, changes } = read
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
      {isReordered ? <p className="pb-2">{t('The order of the rows changes.')}</p> : null}
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
