/** To what a new price is rounded: to whole multiples of so many rupees; 9 and 99 to the nearest price that ends so. */
export const ROUNDINGS = [1, 5, 9, 10, 50, 99, 100] as const

export type Rounding = (typeof ROUNDINGS)[number]

/** The price in paise after a change by so many per cent. At least one step, so that nothing is given away by rounding. */
export function changeByPercent(paise: number, percent: number, round: Rounding): number {
  const hundredths = Math.round(percent * 100)
  const exact = (paise * (10_000 + hundredths)) / 10_000
  if (round === 9 || round === 99) {
    const step = (round + 1) * 100
    return Math.max(1, Math.round((exact + 100) / step)) * step - 100
  }
  const step = round * 100
  return Math.max(paise === 0 ? 0 : step, Math.round(exact / step) * step)
}
