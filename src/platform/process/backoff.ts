export interface Backoff {
  /** After the first attempt. */
  first: number
  most: number
}

/**
 * How long to wait after that many failed attempts (1 or more), doubled each time. In the unit of `first` and `most`.
 */
export function backOff(attempts: number, { first, most }: Backoff): number {
  return Math.min(most, first * 2 ** (attempts - 1))
}
