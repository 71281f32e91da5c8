import { createClientLimit } from './client-limit.server.ts'

/** How many large bodies may be sent at once, because they are kept in memory. */
export interface UploadLimits {
  all: number
  /** From one address, where many people may be. */
  perClient: number
  perPerson: number
}

/** How many bodies clients may be sending at once. */
export interface BodyLimits<Pool extends string> {
  /** Bodies of one client. */
  bodiesPerClient: number
  uploads: Readonly<Record<Pool, UploadLimits>>
}

type Free = () => void

/** Counts the bodies being sent. Both functions return the one that frees the slot, or null if there is none. */
export function createBodySlots<Pool extends string>({ bodiesPerClient, uploads }: BodyLimits<Pool>) {
  const bodies = createClientLimit(bodiesPerClient)
  const pools = new Map(
    Object.entries<UploadLimits>(uploads).map(([pool, { all, perClient, perPerson }]) => [
      pool,
      { all: createClientLimit(all), clients: createClientLimit(perClient), people: createClientLimit(perPerson) },
    ]),
  )
  return {
    acquireBody: (client: string): Free | null => bodies.acquire(client),
    acquireUpload(pool: Pool, { client, person }: { client: string; person: string }): Free | null {
      const limits = pools.get(pool)
      const slots = [limits?.clients.acquire(client), limits?.people.acquire(person), limits?.all.acquire('')]
      const free = () => {
        for (const release of slots) release?.()
      }
      if (slots.every((release) => release)) return free
      free()
      return null
    },
  }
}
