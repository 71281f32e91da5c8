/** A semaphore per client. `acquire` returns the release function, or null if the client already has `max`. */
export function createClientLimit(max: number): { acquire(client: string): (() => void) | null } {
  const counts = new Map<string, number>()
  return {
    acquire(client) {
      const count = counts.get(client) ?? 0
      if (count >= max) return null
      counts.set(client, count + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const left = (counts.get(client) ?? 1) - 1
        if (left > 0) counts.set(client, left)
        else counts.delete(client)
      }
    },
  }
}
