import { randomUUID } from 'node:crypto'
import { call } from './http.ts'

export interface Attack {
  origin: string
  /** The mailbox that the strangers aim at. */
  victim: string
  /** A variant that is sold out, for which they ask alerts. */
  soldOut: { productId: string; color: string; size: string }
  /** From how many client addresses they come, as a proxy names them. */
  clients: number
  /** Requests under way at a time. */
  parallel: number
}

/** What the contract lets strangers do, each aimed at the victim's mailbox or at what everybody shares. */
const MOVES: readonly ((attack: Attack) => { path: string; body?: unknown; headers?: Record<string, string> })[] = [
  ({ victim }) => ({ path: '/api/user/login', body: { email: victim } }),
  ({ victim }) => ({ path: '/api/user/register', body: { email: victim, name: 'A stranger' } }),
  ({ victim }) => ({
    path: '/api/user/verifyOtp',
    body: { email: victim, otp: 100_000 + Math.floor(Math.random() * 900_000) },
  }),
  ({ victim }) => ({ path: '/api/user/subscribe', body: { email: victim } }),
  ({ victim, soldOut }) => ({ path: '/api/user/notifyMe', body: { ...soldOut, email: victim } }),
  ({ victim }) => ({
    path: '/api/user/addContactUs',
    body: { firstName: 'A', lastName: 'B', email: victim, phone: '98200 00028', message: 'Hello' },
  }),
  () => ({ path: '/api/user/login', body: { email: `${randomUUID()}@stranger.example` } }),
  () => ({ path: '/api/user/verifyLink', body: { token: randomUUID() } }),
  () => ({ path: '/api/user/linkOwner', body: { token: randomUUID() } }),
  () => ({
    path: '/api/user/refreshSession',
    body: {},
    headers: { cookie: `signed-in=${'x'.repeat(22)}.${randomUUID()}` },
  }),
  () => ({ path: `/categories?maxPrice=${500 + Math.floor(Math.random() * 5000)}` }),
]

/** Strangers who repeat all of it until `stop`, which returns the statuses that they got. */
export function startStrangers(attack: Attack): { stop(): Promise<number[]> } {
  const statuses: number[] = []
  let isOver = false
  const stranger = async (first: number) => {
    for (let turn = first; !isOver; turn += 1) {
      const move = MOVES[turn % MOVES.length]?.(attack)
      if (!move) continue
      const client = `198.51.100.${Math.floor(Math.random() * attack.clients)}`
      const headers = { ...move.headers, 'x-forwarded-for': client }
      statuses.push((await call(attack.origin, move.path, { body: move.body, headers })).status)
    }
  }
  const strangers = Array.from({ length: attack.parallel }, (_, first) => stranger(first))
  return {
    async stop() {
      isOver = true
      await Promise.all(strangers)
      return statuses
    },
  }
}
