import { t } from '#platform/text/t.ts'
import { type Advice, CM_PER_INCH, type Cut, type Liking } from './rules.ts'

export type Unit = 'cm' | 'in'

/** The fits as the texts below choose by them. */
const FITS: Readonly<Record<string, string>> = {
  'Slim Fit': 'slim',
  'Regular Fit': 'regular',
  'Loose Fit': 'loose',
  'Drop Shoulder': 'drop',
  Overfit: 'oversized',
}

/** So many cm make no difference that is worth a word. */
const NEAR = 4

/** A length in whole centimetres or half inches. */
export function lengthText(cm: number, unit: Unit): string {
  return unit === 'cm'
    ? t('{length} cm', { length: Math.round(cm) })
    : t('{length} in', { length: Math.round((cm / CM_PER_INCH) * 2) / 2 })
}

/** Why this size: what was compared, in a sentence or two. */
export function explain(advice: Advice, cut: Cut, { liking, unit }: { liking: Liking; unit: Unit }): string {
  const { girth, nearest } = advice
  const own = lengthText(advice.own.cm, unit)
  const garment = lengthText(advice.garment, unit)
  const isPiece = advice.own.of === 'piece'
  if (advice.size === null) return isPiece ? explainPieceMisfit() : explainMisfit()
  const difference = Math.round(advice.garment) - Math.round(advice.own.cm)
  if (isPiece) return comparePiece()
  if (girth === 'waist')
    return t('Your waist is about {own}; {nearest} is {garment} round there.', { own, nearest, garment })
  const room = lengthText(difference, unit)
  if (girth === 'hip')
    return t('Your hips are about {own}; {nearest} is {garment} round: {room} of room.', {
      own,
      nearest,
      garment,
      room,
    })
  const isNear = Math.abs(advice.garment - advice.wanted) < NEAR
  return t(
    'Your chest is about {own}; {nearest} is {garment} round: {room} of room, {than, select, as {as} more {more than} other {less than}} {fit, select, slim {a slim fit} regular {a regular fit} loose {a loose fit} drop {a drop shoulder} oversized {an oversized fit} other {this cut}} has{liking, select, snug { for you who like it snug} loose { for you who like it loose} other {}}.',
    {
      own,
      nearest,
      garment,
      room,
      than: isNear ? 'as' : advice.garment > advice.wanted ? 'more' : 'less',
      fit: FITS[cut.fit ?? ''] ?? '',
      liking,
    },
  )

  function explainMisfit(): string {
    return advice.isTooLarge
      ? t(
          'Your {girth, select, chest {chest is} waist {waist is} other {hips are}} about {own}; even {nearest}, the smallest, is {garment} round and would be too wide.',
          { girth, own, nearest, garment },
        )
      : t(
          'Your {girth, select, chest {chest is} waist {waist is} other {hips are}} about {own}; even {nearest}, the largest, is {garment} round and would be too tight.',
          { girth, own, nearest, garment },
        )
  }

  function explainPieceMisfit(): string {
    return advice.isTooLarge
      ? t(
          'Your own piece is {own} round at the {girth, select, chest {chest} waist {waist} other {hips}}; even {nearest}, the smallest, is {garment} round and would be too wide.',
          { girth, own, nearest, garment },
        )
      : t(
          'Your own piece is {own} round at the {girth, select, chest {chest} waist {waist} other {hips}}; even {nearest}, the largest, is {garment} round and would be too tight.',
          { girth, own, nearest, garment },
        )
  }

  function comparePiece(): string {
    if (difference === 0)
      return t(
        'Your own piece is {own} round at the {girth, select, chest {chest} waist {waist} other {hips}}; {nearest} is {garment} round, just the same.',
        { girth, own, nearest, garment },
      )
    return t(
      'Your own piece is {own} round at the {girth, select, chest {chest} waist {waist} other {hips}}; {nearest} is {garment} round: {difference} {than, select, more {more} other {less}}.',
      {
        girth,
        own,
        nearest,
        garment,
        difference: lengthText(Math.abs(difference), unit),
        than: difference > 0 ? 'more' : 'less',
      },
    )
  }
}
