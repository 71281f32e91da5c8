/** Bytes as people write them: 0.4 GB. */
export function gigabyteText(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`
}
