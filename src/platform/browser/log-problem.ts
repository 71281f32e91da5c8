/** Logs a failure that the shopper need not act on (SPEC section 8, "logged"). As information: the page is not broken. */
export function logProblem(what: string, detail?: unknown): void {
  console.info(`[shop] ${what}`, detail ?? '')
}
