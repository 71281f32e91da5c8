/* `node bench/bare-server.ts FILE PORT`: a minimal Node server for comparison, which serves the responses in FILE from memory. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { SavedResponse } from './side-by-side.ts'

const [file = '', port = ''] = process.argv.slice(2)
// Safe cast: side-by-side.ts writes this file.
const saved = JSON.parse(readFileSync(file, 'utf8')) as SavedResponse[]
const responses = new Map(
  saved.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body, 'base64') }]),
)

createServer((request, response) => {
  const known = responses.get(request.url ?? '')
  if (known) response.writeHead(200, known.headers).end(known.body)
  else response.writeHead(404).end()
}).listen(Number(port), '127.0.0.1')
