/**
 * Notes a failure that the shopper need not act on (SPEC section 8 says "logged" there). It goes out as information:
 * an error in the console would tell a visitor, and our tests, that the page is broken.
 */
export function logProblem(what: string, detail?: unknown): void {
  console.info(`[shop] ${what}`, detail ?? '')
}
