/**
 * Logs a failure that needs no action from the shopper (SPEC section 8, "logged"). At info level, since the page isn't
 * broken.
 */
export function logProblem(what: string, detail?: unknown): void {
  console.info(`[shop] ${what}`, detail ?? '')
}
