import { open } from 'node:fs/promises'

/**
 * A file's lines as a stream. Lines end with LF or CR LF only: node:readline also splits at U+2028 and U+2029, which
 * JSON may contain (RFC 8259, section 7). A line that isn't UTF-8 is read as Windows-1252, which spreadsheets still
 * write.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    let rest: Buffer[] = []
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
        yield decodeLine(Buffer.concat([...rest, chunk.subarray(from, at)]))
        rest = []
        from = at + 1
      }
      if (from < chunk.length) rest.push(chunk.subarray(from))
    }
    if (rest.length > 0) yield decodeLine(Buffer.concat(rest))
  } finally {
    await file.close()
  }
}

const LF = 0x0a
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const WINDOWS_1252 = new TextDecoder('windows-1252')

function decodeLine(bytes: Buffer): string {
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    text = WINDOWS_1252.decode(bytes)
  }
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
