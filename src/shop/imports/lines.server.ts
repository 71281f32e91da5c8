import { open } from 'node:fs/promises'

/**
 * A file's lines as a stream. Lines end with LF or CR LF only: node:readline also splits at U+2028 and U+2029, which JSON may
 * contain (RFC 8259, section 7).
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    let rest = ''
    for await (const chunk of file.createReadStream({ encoding: 'utf8', autoClose: false })) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield trimCarriageReturn(line)
    }
    if (rest !== '') yield trimCarriageReturn(rest)
  } finally {
    await file.close()
  }
}

function trimCarriageReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
