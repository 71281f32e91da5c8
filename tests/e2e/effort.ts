import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** What somebody does at a screen: presses and fields, from *Today* on. */
export interface Effort {
  presses: number
  fields: number
}

/** A browser's page whose presses and fields are counted. */
function counted(effort: Effort) {
  return {
    async press(target: Locator): Promise<void> {
      effort.presses += 1
      await target.click()
    },
    async type(target: Locator, text: string): Promise<void> {
      effort.fields += 1
      await target.fill(text)
    },
    async choose(target: Locator, option: string): Promise<void> {
      effort.presses += 2
      await target.selectOption(option)
    },
  }
}

type Hands = ReturnType<typeof counted>

/** Does a task from *Today* on, and prints what it took, as the owner's trial and her week do. */
export async function tryOut(page: Page, task: string, work: (hands: Hands) => Promise<void>): Promise<Effort> {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const effort = { presses: 0, fields: 0 }
  const start = performance.now()
  await work(counted(effort))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.info(`${task}: ${effort.presses} presses, ${effort.fields} fields, ${seconds} s`)
  return effort
}
