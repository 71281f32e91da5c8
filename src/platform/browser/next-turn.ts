/**
 * Lets the browser draw and answer before the work goes on: long work is done in pieces with this between them, or a
 * slow phone stands still meanwhile.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
