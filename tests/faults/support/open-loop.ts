import { connect, type Socket } from 'node:net'

/** The result of one request; `status` 0: no response. */
export interface Sent {
  status: number
  /** From writing the request to the end of the response. */
  ms: number
  /** From when it was due to when it was written: the load generator's own delay. */
  lateMs: number
  /** The seconds of Retry-After; 0 without one. */
  retryAfter: number
}

interface Connection {
  socket: Socket
  text: string
  done: ((status: number, head: string) => void) | null
}

/** The `status` of a request that was not sent, because all connections were in use. */
export const UNSENT = -1
const MAX_CONNECTIONS = 1000

/** An open-loop load generator: requests at any rate over plain keep-alive sockets, one request at a time on each. */
export function openLoop(port: number) {
  const idle: Connection[] = []
  const all = new Set<Connection>()

  function openConnection(): Connection {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const connection: Connection = { socket, text: '', done: null }
    all.add(connection)
    socket.setEncoding('latin1').on('data', (text: string) => take(connection, text))
    socket.on('error', () => {})
    socket.on('close', () => {
      all.delete(connection)
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)
      connection.done?.(0, '')
    })
    return connection
  }

  function take(connection: Connection, text: string): void {
    connection.text += text
    const end = connection.text.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = connection.text.slice(0, end).toLowerCase()
    const length = /content-length: (\d+)/.exec(head)?.[1]
    const whole =
      length === undefined
        ? connection.text.endsWith('\r\n0\r\n\r\n')
        : connection.text.length >= end + 4 + Number(length)
    if (!whole) return
    const { done } = connection
    connection.text = ''
    connection.done = null
    if (head.includes('connection: close')) connection.socket.destroy()
    else idle.push(connection)
    done?.(Number(head.slice(9, 12)), head)
  }

  return {
    /** Sends the text of a request that was due at a time of `performance.now()`. */
    send(request: string, dueAt: number): Promise<Sent> {
      const from = performance.now()
      const lateMs = from - dueAt
      const connection = idle.pop() ?? (all.size < MAX_CONNECTIONS ? openConnection() : null)
      if (!connection) return Promise.resolve({ status: UNSENT, ms: 0, lateMs, retryAfter: 0 })
      return new Promise((settle) => {
        connection.done = (status, head) => {
          connection.done = null
          const retryAfter = Number(/retry-after: (\d+)/.exec(head)?.[1] ?? 0)
          settle({ status, ms: performance.now() - from, lateMs, retryAfter })
        }
        connection.socket.write(request)
      })
    },
    end() {
      for (const { socket } of all) socket.destroy()
    },
  }
}
