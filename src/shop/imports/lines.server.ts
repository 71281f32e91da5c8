import { type FileHandle, open } from 'node:fs/promises'

/**
 * A file's lines as a stream. Lines end with LF or CR LF (or CR alone, if the file has no LF): node:readline also splits
 * at U+2028 and U+2029, which JSON may contain (RFC 8259, section 7). UTF-16, Excel's "Unicode text", is recognised. In
 * other files a line that isn't UTF-8 is read as Windows-1252, which spreadsheets still write.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    const { encoding, end } = await formOf(file)
    const chunks = file.createReadStream({ autoClose: false, start: 0 }) as AsyncIterable<Buffer>
    yield* encoding === null ? splitBytes(chunks, end) : splitText(chunks, encoding)
  } finally {
    await file.close()
  }
}

const LF = 0x0a
const CR = 0x0d
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const WINDOWS_1252 = new TextDecoder('windows-1252')

/** The encoding of a file, null for one that is decoded line by line, and the byte that ends its lines. */
async function formOf(file: FileHandle): Promise<{ encoding: 'utf-16le' | 'utf-16be' | null; end: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
  const start = buffer.subarray(0, bytesRead)
  const [first, second] = start
  const mark = `${first} ${second}`
  const end = !start.includes(LF) && start.includes(CR) ? CR : LF
  // A byte order mark, or else a first character of ASCII.
  if (mark === '255 254' || (first !== 0 && second === 0)) return { encoding: 'utf-16le', end }
  if (mark === '254 255' || (first === 0 && second !== 0 && second !== undefined)) return { encoding: 'utf-16be', end }
  return { encoding: null, end }
}

async function* splitBytes(chunks: AsyncIterable<Buffer>, end: number): AsyncGenerator<string> {
  let rest: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(end); at !== -1; at = chunk.indexOf(end, from)) {
      yield decodeLine(Buffer.concat([...rest, chunk.subarray(from, at)]))
      rest = []
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield decodeLine(Buffer.concat(rest))
}

async function* splitText(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

function decodeLine(bytes: Buffer): string {
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    text = WINDOWS_1252.decode(bytes)
  }
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
