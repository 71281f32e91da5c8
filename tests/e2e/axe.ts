import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds against wcag2a to wcag22aa, on the page or in a part of it: rule and first place. Empty: nothing. */
export async function axeComplaints(page: Page, part = 'html'): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .include(part)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return found.violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)
}
