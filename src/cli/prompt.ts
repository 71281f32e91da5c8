import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from './command.ts'

export interface Prompt {
  /** Asks until `validate` returns null for the answer. A sentence that it returns is shown before the next attempt. */
  ask(
    question: string,
    validate: (answer: string) => Promise<string | null>,
    options?: { defaultAnswer?: string; hidden?: boolean },
  ): Promise<void>
  close(): void
}

/** Asks questions on a terminal. Ctrl-C ends them with a CommandError. */
export function openPrompt(
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Prompt {
  let isHidden = false
  const shown = new Writable({
    write(chunk, _, done) {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input, output: shown, terminal: true })
  const closed = new AbortController()
  terminal.on('SIGINT', () => terminal.close())
  terminal.once('close', () => closed.abort())

  async function readAnswer(question: string, hidden: boolean): Promise<string> {
    try {
      const answer = terminal.question(question, { signal: closed.signal })
      // The question is shown by now. From here on, typing is hidden.
      isHidden = hidden
      return (await answer).trim()
    } catch {
      throw new CommandError('\nCancelled. Your answers are stored; `npm run shop -- init` asks the rest.')
    } finally {
      if (hidden) output.write('\n')
      isHidden = false
    }
  }

  return {
    async ask(question, validate, { defaultAnswer, hidden = false } = {}) {
      for (;;) {
        const answer = await readAnswer(`${question}${defaultAnswer ? ` [${defaultAnswer}]` : ''}: `, hidden)
        const error = await validate(answer === '' ? (defaultAnswer ?? '') : answer)
        if (error === null) return
        output.write(`${error}\n`)
      }
    },
    close: () => terminal.close(),
  }
}
