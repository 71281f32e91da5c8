import { open } from 'node:fs/promises'

/**
 * A file's lines, one at a time, however large it is; the file is closed when the last one was taken or the reader stops.
 * A line ends with LF or CR LF, and with nothing else: JSON may hold U+2028 and U+2029 as they are (RFC 8259, section 7),
 * which Node's own reader of lines takes for an end.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    let begun = ''
    for await (const chunk of file.createReadStream({ encoding: 'utf8', autoClose: false })) {
      const lines = `${begun}${chunk}`.split('\n')
      begun = lines.pop() ?? ''
      for (const line of lines) yield withoutReturn(line)
    }
    if (begun !== '') yield withoutReturn(begun)
  } finally {
    await file.close()
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
