import { expect } from 'vitest'
import type { Shopper } from '../support/checkout-fixture.ts'
import type { TestShop } from '../support/shop.ts'
import type { SignedInStaff } from '../support/staff.ts'

export interface ScenarioContext {
  shop: TestShop
  asha: Shopper
  /** Who makes the call. */
  owner: SignedInStaff
}

/** A change that succeeds: its path below `/api/admin`, if it has variable parts, and its body. */
export interface Scenario {
  path?: string
  body?: unknown
  headers?: Record<string, string>
  /** How many lines of the log it writes, by default one. */
  lines?: number
}

export type Make = (context: ScenarioContext) => Promise<Scenario>

/** Makes a change by a call of its own, and returns its response's body. */
export async function made({ owner }: ScenarioContext, method: string, path: string, body?: unknown) {
  const answer = await owner.browser.call(method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
