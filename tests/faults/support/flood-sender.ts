import { Agent, get } from 'node:http'

/**
 * `node flood-sender.ts PORT SOCKETS CLIENT kept|new`: a process of its own that asks for fresh listing pages as one
 * client, on so many connections that it keeps, or on a new one for each request, until its input ends. Prints the number
 * of responses by status as one line of JSON.
 */
const [port = '0', sockets = '1', client = '', connections = 'kept'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: connections === 'kept', maxSockets: Number(sockets) })
const statuses: Record<number, number> = {}
let isOver = false
let lastPrice = 0

function ask(): Promise<void> {
  lastPrice += 1
  const path = `/categories?minPrice=1&maxPrice=${10_001 + lastPrice}`
  return new Promise((done) => {
    get({ port, path, agent, headers: { 'x-forwarded-for': client } }, (response) => {
      const status = response.statusCode ?? 0
      statuses[status] = (statuses[status] ?? 0) + 1
      response.resume().on('close', done)
    }).on('error', () => done())
  })
}

process.stdin.resume().once('end', () => {
  isOver = true
})
await Promise.all(
  Array.from({ length: Number(sockets) }, async () => {
    while (!isOver) await ask()
  }),
)
process.stdout.write(`${JSON.stringify(statuses)}\n`)
process.exit()
