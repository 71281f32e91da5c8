import { type Advice, CM_PER_INCH, type Cut, type Girth, type Liking } from './rules.ts'

export type Unit = 'cm' | 'in'

const GIRTH_NAMES: Record<Girth, string> = { chest: 'chest', waist: 'waist', hip: 'hips' }
const FIT_NAMES: Readonly<Record<string, string>> = {
  'Slim Fit': 'a slim fit',
  'Regular Fit': 'a regular fit',
  'Loose Fit': 'a loose fit',
  'Drop Shoulder': 'a drop shoulder',
  Overfit: 'an oversized fit',
}
const LIKED: Record<Liking, string> = {
  snug: ' for you who like it snug',
  regular: '',
  loose: ' for you who like it loose',
}

/** So many cm make no difference that is worth a word. */
const NEAR = 4

/** A length in whole centimetres or half inches. */
export function lengthText(cm: number, unit: Unit): string {
  return unit === 'cm' ? `${Math.round(cm)} cm` : `${Math.round((cm / CM_PER_INCH) * 2) / 2} in`
}

/** Why this size: what was compared, in a sentence or two. */
export function explain(advice: Advice, cut: Cut, { liking, unit }: { liking: Liking; unit: Unit }): string {
  const { own, girth, garment, wanted, nearest } = advice
  const name = GIRTH_NAMES[girth]
  const mine =
    own.of === 'piece'
      ? `Your own piece is ${lengthText(own.cm, unit)} round at the ${name}`
      : `Your ${name} ${girth === 'hip' ? 'are' : 'is'} about ${lengthText(own.cm, unit)}`
  const theirs = `${nearest} is ${lengthText(garment, unit)} round`
  if (advice.size === null)
    return advice.isTooLarge
      ? `${mine}; even ${nearest}, the smallest, is ${lengthText(garment, unit)} round and would be too wide.`
      : `${mine}; even ${nearest}, the largest, is ${lengthText(garment, unit)} round and would be too tight.`
  const room = Math.round(garment) - Math.round(own.cm)
  if (own.of === 'piece') return `${mine}; ${theirs}${comparison(room, unit)}.`
  if (girth === 'waist') return `${mine}; ${theirs} there.`
  const than = Math.abs(garment - wanted) < NEAR ? 'as' : garment > wanted ? 'more than' : 'less than'
  const fit = girth === 'chest' ? `, ${than} ${FIT_NAMES[cut.fit ?? ''] ?? 'this cut'} has${LIKED[liking]}` : ''
  return `${mine}; ${theirs}: ${lengthText(room, unit)} of room${fit}.`
}

function comparison(difference: number, unit: Unit): string {
  if (difference === 0) return ', just the same'
  return `: ${lengthText(Math.abs(difference), unit)} ${difference > 0 ? 'more' : 'less'}`
}
