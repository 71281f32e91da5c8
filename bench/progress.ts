const print = (line: string) => process.stderr.write(`${line}\n`)

/** A progress bar; if the output is no terminal, a line for each part. */
export function progressOf(name: string, steps: number): () => void {
  let done = 0
  const draw = () => {
    const full = Math.round((done / steps) * 30)
    process.stderr.write(
      `\r${name.padEnd(28)} [${'='.repeat(full)}${' '.repeat(30 - full)}]${done === steps ? '\n' : ''}`,
    )
  }
  if (process.stderr.isTTY) draw()
  else print(name)
  return () => {
    done++
    if (process.stderr.isTTY) draw()
  }
}
