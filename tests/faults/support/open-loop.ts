import { connect, type Socket } from 'node:net'

/** What became of one request; `status` 0: no answer. */
export interface Sent {
  status: number
  /** From the moment at which the request was written to the whole answer. */
  ms: number
  /** From the moment at which it was due to the moment at which it was written: the asking program's own delay. */
  lateMs: number
  /** What of `ms` went by until the connection stood; 0 on one that stood already. */
  connectMs: number
  retryAfter: boolean
}

interface Line {
  socket: Socket
  text: string
  /** When the connection stood; null before. */
  stoodAt: number | null
  done: ((status: number, head: string) => void) | null
}

/** No connection was left: the machine that asks can open no more. */
export const UNSENT = -1
const MOST_LINES = 1000

/**
 * Sends requests at a pace that waits for nobody, as cheaply as can be: bare sockets, kept open and used again, one
 * request at a time on each.
 */
export function openLoop(port: number) {
  const idle: Line[] = []
  const all = new Set<Line>()

  function newLine(): Line {
    const line: Line = {
      socket: connect({ port, host: '127.0.0.1', noDelay: true }),
      text: '',
      stoodAt: null,
      done: null,
    }
    all.add(line)
    line.socket.setEncoding('latin1')
    line.socket.on('connect', () => {
      line.stoodAt = performance.now()
    })
    line.socket.on('data', (text: string) => take(line, text))
    line.socket.on('error', () => {})
    line.socket.on('close', () => {
      all.delete(line)
      const at = idle.indexOf(line)
      if (at >= 0) idle.splice(at, 1)
      line.done?.(0, '')
    })
    return line
  }

  function take(line: Line, text: string): void {
    line.text += text
    const end = line.text.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = line.text.slice(0, end).toLowerCase()
    const length = /content-length: (\d+)/.exec(head)?.[1]
    const whole =
      length === undefined ? line.text.endsWith('\r\n0\r\n\r\n') : line.text.length >= end + 4 + Number(length)
    if (!whole) return
    const { done } = line
    line.text = ''
    line.done = null
    if (head.includes('connection: close')) line.socket.destroy()
    else idle.push(line)
    done?.(Number(head.slice(9, 12)), head)
  }

  return {
    /** Sends what was due at a moment of `performance.now()`. */
    send(path: string, dueAt: number): Promise<Sent> {
      const from = performance.now()
      const lateMs = from - dueAt
      const line = idle.pop() ?? (all.size < MOST_LINES ? newLine() : null)
      if (!line) return Promise.resolve({ status: UNSENT, ms: 0, lateMs, connectMs: 0, retryAfter: false })
      return new Promise((settle) => {
        line.done = (status, head) => {
          line.done = null
          const connectMs = Math.max(0, (line.stoodAt ?? from) - from)
          const retryAfter = head.includes('retry-after: ')
          settle({ status, ms: performance.now() - from, lateMs, connectMs, retryAfter })
        }
        line.socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n`)
      })
    },
    end() {
      for (const { socket } of all) socket.destroy()
    },
  }
}
