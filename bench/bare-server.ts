/*
 * The least a Node server can do: the bytes of an answer, with its headers, from memory. `node bench/bare-server.ts
 * FILE PORT`; FILE has the answers as JSON (side-by-side.ts writes it).
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { SavedAnswer } from './side-by-side.ts'

const [file = '', port = ''] = process.argv.slice(2)
// Proof: side-by-side.ts writes this file.
const saved = JSON.parse(readFileSync(file, 'utf8')) as SavedAnswer[]
const answers = new Map(saved.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body, 'base64') }]))

createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer) response.writeHead(200, answer.headers).end(answer.body)
  else response.writeHead(404).end()
}).listen(Number(port), '127.0.0.1')
