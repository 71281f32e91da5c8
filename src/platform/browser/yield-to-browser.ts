/** Yields to the browser, so that it can paint and handle input between the chunks of a long task. */
export function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
