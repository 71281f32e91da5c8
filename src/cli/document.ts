import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError, type JsonOption, printResult } from './command.ts'

export type FileOptions = JsonOption & { out: string }

const PROBLEMS: Readonly<Record<string, string>> = {
  EISDIR: 'it’s a folder.',
  ENOENT: 'its folder doesn’t exist.',
  ENOTDIR: 'its folder is a file.',
  EACCES: 'you don’t have permission.',
  EROFS: 'its disk is read-only.',
  ENOSPC: 'the disk is full.',
}

/** Writes a file relative to the folder where the command was typed, and reports it. */
export async function writeDocument(
  options: FileOptions,
  content: Buffer,
  { omitted = [], ...about }: Record<string, unknown> & { omitted?: readonly string[] },
): Promise<void> {
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), options.out)
  try {
    await writeFile(file, content)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new CommandError(`${file} can’t be written: ${PROBLEMS[code] ?? String(error)}`)
  }
  printResult({ file, ...about, omitted }, options, () => [
    `Written: ${file}`,
    ...omitted.map((number) => `${number}: some characters can’t be printed and are marked […].`),
  ])
}
