import { connect, type Socket } from 'node:net'

/**
 * `node unfinished-bodies.ts PORT COUNT`: one client, in a process of its own, that keeps COUNT requests open. Each body
 * grows by a byte a second and never ends; a closed connection is opened again within a second. At SIGTERM it prints how
 * many were opened.
 */
const [port = '0', count = '0'] = process.argv.slice(2)
const open = new Set<Socket>()
let opened = 0

function fill(): void {
  for (const socket of open) socket.write(' ')
  for (; open.size < Number(count); opened++) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.2' })
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    socket.on('data', () => {})
    socket.write(
      'POST /api/user/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    )
  }
}

process.on('SIGTERM', () => {
  process.stdout.write(`${opened}\n`)
  process.exit()
})
fill()
setInterval(fill, 1000)
