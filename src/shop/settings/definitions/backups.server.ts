import { z } from 'zod'
import { whole } from '../field-contract.ts'
import { staff } from './definition.server.ts'

const MAX_HOURS = 24 * 7

/** A folder of the server, or a bucket of an S3-compatible store; its keys are in the environment. */
const place = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || text.startsWith('/') || /^s3:\/\/[^/?]+/.test(text), {
    error: 'must be the path of a folder that begins with /, s3://BUCKET/FOLDER?endpoint=URL&region=REGION, or empty',
  })

/** What is wrong with a new place: rows of customers go to another machine encrypted on the way, by https. */
function placeProblem(text: string): string | null {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return null
  const endpoint = new URL(text).searchParams.get('endpoint') ?? ''
  if (endpoint === '') return null
  const { protocol, hostname } = URL.canParse(endpoint) ? new URL(endpoint) : { protocol: '', hostname: '' }
  if (protocol === 'https:') return null
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'http:' && isHere ? null : 'must name an endpoint that begins with https://'
}

/** The public keys of age (encryption.server.ts reads them); a secret key doesn't belong into the settings. */
const recipients = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => text === '' || text.split(',').every((key) => /^age1[a-z0-9]{20,}$/.test(key.trim())), {
    error: 'must be a public key of age, which begins with age1 (several separated by commas), or empty',
  })

/** When and where the shop copies itself (CONTRACT part three, Copies). */
export const BACKUP_SETTINGS = {
  'backup.every': staff({
    schema: whole(0, MAX_HOURS),
    default: 24,
    help: 'The hours from one backup to the next, 1 to 168; 0 makes none. 1 is every hour: only new pictures are copied each time.',
  }),
  'backup.to': staff({
    schema: place,
    default: '',
    problemOf: placeProblem,
    help: 'Where backups go: a folder of the server that begins with /, best on another disk, or s3://BUCKET/FOLDER?endpoint=https://…&region=…, with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY in the environment. If empty, a real shop keeps them in DATA_DIR/backups, which doesn’t outlive the disk.',
  }),
  'backup.keep': staff({
    schema: whole(1, 1000),
    default: 14,
    help: 'How many scheduled backups are kept, 1 to 1000; older ones are deleted.',
  }),
  'backup.key': staff({
    schema: recipients,
    default: '',
    help: 'The public key of age to which scheduled backups are encrypted, such as age1…; `age-keygen -o key.txt` makes one. Keep its secret key off this server: nobody can restore without it. If empty, backups aren’t encrypted.',
  }),
}
