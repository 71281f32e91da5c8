import type { z } from 'zod'

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/**
 * What is wrong with a field of a file, for an operator to read after the field's name ("must be a number"): for rules
 * that have no words of their own. Hand it to a schema's `safeParse` as `error`.
 */
export const fieldWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'too_big':
      return `${KEEPS[issue.origin]?.most ?? 'may be at most'} ${issue.maximum}${KEEPS[issue.origin]?.of ?? ''}`
    case 'too_small':
      return `${KEEPS[issue.origin]?.least ?? 'must be at least'} ${issue.minimum}${KEEPS[issue.origin]?.of ?? ''}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(', ')}`
    default:
      return 'is in a form that cannot be read'
  }
}

const KEEPS: Readonly<Record<string, { most: string; least: string; of: string }>> = {
  string: { most: 'may have at most', least: 'must have at least', of: ' characters' },
  array: { most: 'may have at most', least: 'must have at least', of: ' entries' },
}

/** `gsm must be a number`, `name: This text must be on one line.`; `whole` names what has no field, such as `the line`. */
export function inWords({ path, message }: z.core.$ZodIssue, whole: string): string {
  return `${path.join('.') || whole}${/^\p{Lu}/u.test(message) ? ':' : ''} ${message}`
}
