import type { Bank } from './bank.ts'
import { transact } from './database.server.ts'
import type { OrderRecord } from './records.ts'
import { int, text } from './rows.ts'
import type { Scenario } from './scenarios.ts'
import { readScenario } from './scenarios.ts'

/** Shares of scenarios in percent of the orders; what is missing to 100 is `ok`. */
export type Mix = { seed: number; shares: Record<string, number>; drawn: number }

/** Reads a kept setting, null when it was never set. */
export function readSetting(bank: Bank, name: string): string | null {
  const row = bank.store.sql('SELECT value FROM settings WHERE name = ?').get(name)
  return row ? text(row, 'value') : null
}

/** Keeps a setting over restarts; null forgets it. */
export function writeSetting(bank: Bank, name: string, value: string | null): void {
  if (value === null) bank.store.sql('DELETE FROM settings WHERE name = ?').run(name)
  else bank.store.sql('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value)
}

/** Gives the scenario to the next `count` orders that are created. */
export function queueScenario(bank: Bank, scenario: string, count: number): void {
  bank.store.sql('INSERT INTO scenario_queue (scenario, remaining) VALUES (?, ?)').run(scenario, count)
}

/** What is still queued, for the control API. */
export function queuedScenarios(bank: Bank): { scenario: string; remaining: number }[] {
  const rows = bank.store.sql('SELECT scenario, remaining FROM scenario_queue ORDER BY seq').all()
  return rows.map((row) => ({ scenario: text(row, 'scenario'), remaining: int(row, 'remaining') }))
}

/** mulberry32: the n-th number of a seed, 0 to 1, the same on every machine. */
function seededFraction(seed: number, index: number): number {
  let a = (seed + Math.imul(index + 1, 0x6d2b79f5)) | 0
  a = Math.imul(a ^ (a >>> 15), a | 1)
  a ^= a + Math.imul(a ^ (a >>> 7), a | 61)
  return ((a ^ (a >>> 14)) >>> 0) / 4294967296
}

function drawFromMix(bank: Bank): string | null {
  const kept = readSetting(bank, 'mix')
  if (kept === null) return null
  const mix: Mix = JSON.parse(kept)
  let point = seededFraction(mix.seed, mix.drawn) * 100
  writeSetting(bank, 'mix', JSON.stringify({ ...mix, drawn: mix.drawn + 1 }))
  for (const [scenario, share] of Object.entries(mix.shares)) {
    if (point < share) return scenario
    point -= share
  }
  return null
}

/** The scenario for an order that is about to be created: the queue first, then the mix; null: none of its own. */
export function drawScenario(bank: Bank): string | null {
  return transact(bank.store, () => {
    const row = bank.store.sql('SELECT seq, scenario, remaining FROM scenario_queue ORDER BY seq LIMIT 1').get()
    if (!row) return drawFromMix(bank)
    if (int(row, 'remaining') > 1) {
      bank.store.sql('UPDATE scenario_queue SET remaining = remaining - 1 WHERE seq = ?').run(int(row, 'seq'))
    } else {
      bank.store.sql('DELETE FROM scenario_queue WHERE seq = ?').run(int(row, 'seq'))
    }
    return text(row, 'scenario')
  })
}

/** The scenario that counts for this order now: its own, else the one set for all, else `ok`. */
export function scenarioOf(bank: Bank, order: OrderRecord | null): Scenario {
  return readScenario(order?.scenario ?? readSetting(bank, 'all') ?? 'ok')
}
