import { expect, test } from 'vitest'
import { readUploadedFile } from './upload-form.server.ts'

type Part = readonly [name: string, value: string | File]

/** A form as a browser sends it. */
async function sent(...parts: readonly Part[]) {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const response = new Response(form)
  return { bytes: new Uint8Array(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' }
}

async function read(...parts: readonly Part[]) {
  const { bytes, type } = await sent(...parts)
  const file = await readUploadedFile(bytes, type)
  return file && { name: file.name, text: new TextDecoder().decode(file.bytes) }
}

const file = (text: string, name = 'tees.csv') => new File([text], name)

test.each([
  ['', 'tees.csv'],
  ['Handle,Title\r\n\r\nदो\n', 'कुर्ते "लाल".csv'],
  ['\r\n--', 'a.csv'],
  ['--x\r\n\r\n--x--\r\n\r\n', 'b; filename=d.csv'],
])('the file %j with the name %j comes as it is', async (text, name) => {
  expect(await read(['file', file(text, name)])).toEqual({ name, text })
})

test('bytes that are no text stay as they are', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const form = await sent(['file', new File([bytes], 'x.gz')])
  const read = await readUploadedFile(form.bytes, form.type)
  expect(Uint8Array.from(read?.bytes ?? [])).toEqual(bytes)
})

test('other parts may stand beside it, and a name is never a path', async () => {
  expect(await read(['note', 'x'], ['file', file('a', '../up/tees.csv')], ['picture', file('p')])).toEqual({
    name: '.. up tees.csv',
    text: 'a',
  })
})

test.each<[string, readonly Part[]]>([
  ['no file', [['note', 'x']]],
  ['a text in its place', [['file', 'x']]],
  [
    'two',
    [
      ['file', file('a')],
      ['file', file('b')],
    ],
  ],
  ['more parts than a form has', [...Array.from({ length: 20 }, (): Part => ['note', '']), ['file', file('a')]]],
])('%s: not one file', async (_, parts) => {
  expect(await read(...parts)).toBeNull()
})

const body = (text: string) => readUploadedFile(new TextEncoder().encode(text), 'multipart/form-data; boundary=b')
const HEAD = 'content-disposition: form-data; name="file"; filename="a"'

test('a boundary may be quoted', async () => {
  const bytes = new TextEncoder().encode(`--b c\r\n${HEAD}\r\n\r\nx\r\n--b c--\r\n`)
  expect(await readUploadedFile(bytes, 'multipart/form-data; boundary="b c"')).toMatchObject({ name: 'a' })
})

test.each([
  ['nothing', ''],
  ['only an end', '--b--\r\n'],
  ['no end', `--b\r\n${HEAD}\r\n\r\nx`],
  ['no end of the headers', `--b\r\n${HEAD}\r\n--b--\r\n`],
  ['headers longer than a form’s', `--b\r\n${'a: b\r\n'.repeat(5000)}${HEAD}\r\n\r\nx\r\n--b--\r\n`],
  ['no name', '--b\r\ncontent-type: text/csv\r\n\r\nx\r\n--b--\r\n'],
])('%s isn’t a form', async (_, text) => {
  expect(await body(text)).toBeNull()
})

test.each([null, 'multipart/form-data', 'text/csv; boundary=b'])('as %s it isn’t one either', async (type) => {
  const bytes = new TextEncoder().encode(`--b\r\n${HEAD}\r\n\r\nx\r\n--b--\r\n`)
  expect(await readUploadedFile(bytes, type)).toBeNull()
})
