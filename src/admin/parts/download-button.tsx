import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { downloadFile } from './download.ts'

type Props = { label: string; path: `/${string}`; name: string }

/** Saves a file of the staff API under a name. */
export function DownloadButton({ label, path, name }: Props) {
  const [pending, setPending] = useState(false)
  async function save(): Promise<void> {
    setPending(true)
    await downloadFile(path, name)
    setPending(false)
  }
  return (
    <Button variant="outline" size="sm" pending={pending} onClick={() => void save()}>
      {label}
    </Button>
  )
}
