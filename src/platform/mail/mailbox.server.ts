import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { MailFile } from './mail.ts'
import type { MailSender, MailTransport, OutgoingMail } from './transport.server.ts'

const storedMail = z.object({
  id: z.string(),
  /** ISO 8601. */
  date: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string() })).default([]),
})

/** A stored mail with the content of its files, in base64. */
const storedFiles = z.object({
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.base64() })),
})

export type StoredMail = z.infer<typeof storedMail>

/** The development mailbox: mail isn't sent, but stored as files and shown at `/dev/mailbox` (CONTRACT, Settings). */
export interface Mailbox extends MailTransport {
  /** Stored mails, newest first; `to` narrows to one recipient (case doesn't matter). */
  list(options?: { to?: string; limit?: number }): Promise<StoredMail[]>
  /** An attachment of a mail, counted from 0. Null if there is none. */
  file(id: string, index: number): Promise<MailFile | null>
}

const MAX_MAILS = 1000

/** Stores each mail as one JSON file in `folder`; file names begin with the time, so that they sort by it. */
export function createMailbox({ folder, from }: { folder: string; from: MailSender }): Mailbox {
  const ready = mkdir(folder, { recursive: true, mode: 0o700 })
  let written = 0
  let last = 0

  async function send(mail: OutgoingMail): Promise<void> {
    await ready
    // Two mails in the same millisecond keep their order.
    last = Math.max(Date.now(), last + 1)
    const date = new Date(last).toISOString()
    const path = join(folder, `${String(last).padStart(14, '0')}-${mail.id}.json`)
    const { name, address } = await from()
    const attachments = mail.attachments.map((file) => ({ ...file, content: file.content.toString('base64') }))
    const stored = { ...mail, attachments, date, from: `${name} <${address}>` } satisfies StoredMail
    await writeFile(`${path}.part`, JSON.stringify(stored, null, 2), { mode: 0o600 })
    await rename(`${path}.part`, path)
    written += 1
    if (written % 100 === 1) await deleteOldest(folder)
  }

  async function list({ to, limit = 200 }: { to?: string; limit?: number } = {}): Promise<StoredMail[]> {
    await ready
    const recipient = to?.trim().toLowerCase()
    const found: StoredMail[] = []
    for (const name of (await listFiles(folder)).reverse()) {
      const mail = await readMail(join(folder, name))
      if (mail && (recipient === undefined || mail.to.toLowerCase() === recipient)) found.push(mail)
      if (found.length >= limit) break
    }
    return found
  }

  async function file(id: string, index: number): Promise<MailFile | null> {
    await ready
    const name = (await listFiles(folder)).find((one) => one.endsWith(`-${id}.json`))
    const mail = name ? storedFiles.safeParse(JSON.parse(await readFile(join(folder, name), 'utf8'))).data : null
    const found = mail?.attachments[index]
    return found ? { ...found, content: Buffer.from(found.content, 'base64') } : null
  }

  return { send, list, file, check: async () => void (await ready), close: async () => undefined }
}

async function listFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
}

async function deleteOldest(folder: string): Promise<void> {
  const old = (await listFiles(folder)).slice(0, -MAX_MAILS)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

/** Null for a file that isn't a mail or was just deleted. */
async function readMail(path: string): Promise<StoredMail | null> {
  try {
    return storedMail.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}
