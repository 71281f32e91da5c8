import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type { AxeResults, RunOnly, RunOptions } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL_RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}
/** The rules of those tags that depend on the theme. */
export const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
/** The screens that the gate checks completely, because they changed. Without it all are: at night, and if run by hand. */
const SWEPT = process.env.SWEPT_SCREENS?.split(' ')

const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  // Each frame is checked by itself, those of other origins too.
  iframes: false,
}

/**
 * The violations that axe finds of wcag2a to wcag22aa, on the page or in a part of it, and in its frames: rule and first place.
 * `COLOUR_RULES` are enough for a page that was checked in the other theme.
 * axe is loaded once per document: @axe-core/playwright loads it for each call, which takes five times as long.
 */
export async function axeViolations(page: Page, part = 'html', rules = ALL_RULES): Promise<string[]> {
  const main = page.mainFrame()
  const options = { ...OPTIONS, runOnly: rules }
  const frames = page.frames()
  // Settled, all of them: axe refuses a second run beside its first.
  const found = await Promise.allSettled(
    frames.map(async (frame) =>
      frame === main || (await runsScripts(frame)) ? violationsIn(frame, frame === main ? part : 'html', options) : [],
    ),
  )
  // A preview that was loaded anew meanwhile is another frame.
  if (frames.some((frame) => frame.isDetached())) return axeViolations(page, part, rules)
  return found.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

/** True if a screen is checked at all widths and in both themes. If not, a phone in the light theme stands for them. */
export function isSwept(page: Page): boolean {
  const { pathname } = new URL(page.url())
  const isBelow = (screen: string) => !/^\/(admin)?$/.test(screen) && pathname.startsWith(`${screen}/`)
  return SWEPT === undefined || SWEPT.some((screen) => pathname === screen || isBelow(screen))
}

async function violationsIn(frame: Frame, part: string, options: RunOptions): Promise<string[]> {
  // A frame that is still loading has an empty document.
  await frame.waitForFunction(() => (document.body?.childElementCount ?? 0) > 0, undefined, { timeout: 60_000 })
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
  await frame.evaluate(async () => {
    // A theme that was just chosen takes a frame or two until its colours begin to change.
    for (let painted = 0; painted < 3; painted++) await new Promise(requestAnimationFrame)
    // Text that is fading in has too little contrast for a moment.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    )
  })
  const { violations }: AxeResults = await frame.evaluate(
    ([where, options]) =>
      (window as unknown as { axe: { run(where: string, options: RunOptions): Promise<AxeResults> } }).axe.run(
        where,
        options,
      ),
    [part, options] as const,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.any[0]?.message}`)
}

/** False for a sandbox without scripts, such as that of a mail: axe would wait for its own timers for ever. */
async function runsScripts(frame: Frame): Promise<boolean> {
  const sandbox = await (await frame.frameElement()).getAttribute('sandbox')
  return sandbox === null || sandbox.includes('allow-scripts')
}
