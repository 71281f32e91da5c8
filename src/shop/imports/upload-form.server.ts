/** What a form from a browser or from curl has at most. */
const MAX_PARTS = 10
const MAX_HEAD_BYTES = 4096

/**
 * The file of a multipart form with one part `file`, or null if the body isn't one. Only boundaries are searched for, and only the
 * parts' headers are parsed: parsing tens of megabytes, or a million parts, would stop the shop for seconds.
 */
export async function readUploadedFile(
  bytes: Uint8Array,
  contentType: string | null,
): Promise<{ name: string; bytes: Uint8Array } | null> {
  const [, quoted, plain] =
    /^multipart\/form-data *;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ?? []
  const boundary = quoted ?? plain
  const parts =
    boundary === undefined ? null : splitParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), boundary)
  const files: { name: string; bytes: Uint8Array }[] = []
  for (const { head, content } of parts ?? []) {
    const field = await readHead(head)
    if (field === null) return null
    if (field.file !== undefined) files.push({ name: field.file, bytes: content })
  }
  return files.length === 1 ? (files[0] ?? null) : null
}

/** A form's parts, each with its headers and its content. Null if it's no whole form, or one with too many parts. */
function splitParts(form: Buffer, boundary: string): { head: Buffer; content: Buffer }[] | null {
  const parts: { head: Buffer; content: Buffer }[] = []
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  if (!form.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))) return null
  let at = delimiter.length - 2
  while (parts.length < MAX_PARTS && form.toString('latin1', at, at + 2) === '\r\n') {
    const headLength = form.subarray(at, at + MAX_HEAD_BYTES).indexOf('\r\n\r\n')
    const end = headLength < 0 ? -1 : form.indexOf(delimiter, at + headLength + 2)
    if (end < 0) return null
    parts.push({ head: form.subarray(at, at + headLength), content: form.subarray(at + headLength + 4, end) })
    at = end + delimiter.length
  }
  return form.toString('latin1', at, at + 2) === '--' ? parts : null
}

/** The name of a part's file if it's the part `file`. Null if its headers can't be read, or if `file` isn't one. */
async function readHead(head: Buffer): Promise<{ file?: string } | null> {
  const form = Buffer.concat([Buffer.from('--x'), head, Buffer.from('\r\n\r\n\r\n--x--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const fields = await new Response(form, { headers }).formData().catch(() => null)
  const file = fields?.get('file')
  if (!fields || typeof file === 'string') return null
  if (!file) return {}
  // A name for people; it's never a path.
  const name = file.name
    .replace(/[\p{Cc}/\\]/gu, ' ')
    .trim()
    .slice(-120)
  return { file: name === '' ? 'file' : name }
}
