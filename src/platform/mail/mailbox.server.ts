import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailTransport, OutgoingMail } from './transport.server.ts'

/** A mail in the development mailbox. `date` is ISO 8601. */
export interface KeptMail {
  id: string
  date: string
  from: string
  to: string
  subject: string
  text: string
  html: string | null
}

/** The development mailbox: mail is not sent, it is kept as files and shown at `/dev/mailbox` (CONTRACT, Settings). */
export interface Mailbox extends MailTransport {
  /** Kept mails, newest first; `to` narrows to one recipient (case does not matter). */
  list(options?: { to?: string; limit?: number }): Promise<KeptMail[]>
}

const KEEP = 1000

/** Keeps each mail as one JSON file in `folder`; the name begins with the moment, so that names sort by time. */
export function createMailbox({ folder, from }: { folder: string; from: string }): Mailbox {
  const ready = mkdir(folder, { recursive: true, mode: 0o700 })
  let written = 0
  let last = 0

  async function send(mail: OutgoingMail): Promise<void> {
    await ready
    // Two mails of one millisecond keep their order.
    last = Math.max(Date.now(), last + 1)
    const kept: KeptMail = { ...mail, date: new Date(last).toISOString(), from }
    const path = join(folder, `${String(last).padStart(14, '0')}-${mail.id}.json`)
    await writeFile(`${path}.part`, JSON.stringify(kept, null, 2), { mode: 0o600 })
    await rename(`${path}.part`, path)
    written += 1
    if (written % 100 === 1) await dropOldest(folder)
  }

  async function list({ to, limit = 200 }: { to?: string; limit?: number } = {}): Promise<KeptMail[]> {
    await ready
    const wanted = to?.trim().toLowerCase()
    const found: KeptMail[] = []
    for (const name of (await mailFiles(folder)).reverse()) {
      const mail = await readMail(join(folder, name))
      if (mail && (wanted === undefined || mail.to.toLowerCase() === wanted)) found.push(mail)
      if (found.length >= limit) break
    }
    return found
  }

  return { send, list, check: async () => void (await ready), close: async () => undefined }
}

async function mailFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
}

async function dropOldest(folder: string): Promise<void> {
  const names = await mailFiles(folder)
  const old = names.slice(0, Math.max(0, names.length - KEEP))
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

/** A file that another hand put there, or that is just being dropped, is no mail. */
async function readMail(path: string): Promise<KeptMail | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isKeptMail(value) ? value : null
  } catch {
    return null
  }
}

function isKeptMail(value: unknown): value is KeptMail {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  const texts = ['id', 'date', 'from', 'to', 'subject', 'text'].every((name) => typeof fields[name] === 'string')
  return texts && (fields.html === null || typeof fields.html === 'string')
}
