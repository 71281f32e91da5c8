import type { z } from 'zod'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

/**
 * Messages about a field of an imported file, to print after its name ("must be a number"), if the schema sets no
 * message. Pass it to `safeParse` as `error`. Zod's own messages are written for programmers
 * ("Invalid input: expected …").
 */
export const fieldErrors: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'too_big':
      return `may ${UNITS[issue.origin] ? 'have' : 'be'} at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'too_small':
      return `must ${UNITS[issue.origin] ? 'have' : 'be'} at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(', ')}`
    default:
      return 'has an invalid format'
  }
}

/**
 * `gsm must be a number`, `name: This text must be on one line.` `whole` is the name for errors without a field, such
 * as `the line`.
 */
export function formatIssue({ path, message }: z.core.$ZodIssue, whole: string): string {
  return `${path.join('.') || whole}${/^\p{Lu}/u.test(message) ? ':' : ''} ${message}`
}
