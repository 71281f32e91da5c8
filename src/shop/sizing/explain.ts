import { t } from '#platform/text/t.ts'
import { type Advice, CM_PER_INCH, type Cut, type FitPreference } from './rules.ts'

export type Unit = 'cm' | 'in'

/** For each fit of the catalogue, the keyword that selects the words of the sentence below. */
const FITS: Readonly<Record<string, string>> = {
  'Slim Fit': 'slim',
  'Regular Fit': 'regular',
  'Loose Fit': 'loose',
  'Drop Shoulder': 'drop',
  Overfit: 'oversized',
}

/** A garment within these cm of the wanted girth has the room that its fit promises. */
const TOLERANCE = 4

/** A length in whole centimetres or half inches. */
export function lengthText(cm: number, unit: Unit): string {
  return withUnit(roundLength(cm, unit), unit)
}

/** The number of whole centimetres or half inches. */
export function roundLength(cm: number, unit: Unit): number {
  return unit === 'cm' ? Math.round(cm) : Math.round((cm / CM_PER_INCH) * 2) / 2
}

function withUnit(length: number, unit: Unit): string {
  return unit === 'cm' ? t('{length} cm', { length }) : t('{length} in', { length })
}

/** The reason for this size: what was compared, in a sentence or two. */
export function explain(
  advice: Advice,
  cut: Cut,
  { preference, unit }: { preference: FitPreference; unit: Unit },
): string {
  const { girth, nearest } = advice
  const isPiece = advice.own.of === 'piece'
  const [ownLength, garmentLength] = [roundLength(advice.own.cm, unit), roundLength(advice.garment, unit)]
  const own = withUnit(ownLength, unit)
  const garment = withUnit(garmentLength, unit)
  // From the lengths as shown, so that it agrees with the reader's own subtraction.
  const difference = withUnit(Math.abs(garmentLength - ownLength), unit)
  if (advice.size === null) {
    const end = advice.isBelowSmallest ? 'smallest' : 'largest'
    return isPiece
      ? t(
          'Your own piece is {own} round at the {girth, select, chest {chest} waist {waist} other {hips}}; even {nearest}, the {end, select, smallest {smallest} other {largest}}, is {garment} round and would be too {end, select, smallest {wide} other {tight}}.',
          { girth, own, nearest, garment, end },
        )
      : t(
          'Your {girth, select, chest {chest is} waist {waist is} other {hips are}} about {own}; even {nearest}, the {end, select, smallest {smallest} other {largest}}, is {garment} round and would be too {end, select, smallest {wide} other {tight}}.',
          { girth, own, nearest, garment, end },
        )
  }
  if (isPiece) {
    const than = ['less', 'same', 'more'][Math.sign(garmentLength - ownLength) + 1] ?? 'same'
    return t(
      'Your own piece is {own} round at the {girth, select, chest {chest} waist {waist} other {hips}}; {nearest} is {garment} round{than, select, same {, just the same} more {: {difference} more} other {: {difference} less}}.',
      { girth, own, nearest, garment, difference, than },
    )
  }
  if (girth === 'waist')
    return t('Your waist is about {own}; {nearest} is {garment} round there.', { own, nearest, garment })
  if (garmentLength <= ownLength)
    return t(
      'Your {girth, select, chest {chest is} other {hips are}} about {own}; {nearest} is {garment} round and sits close to the body.',
      { girth, own, nearest, garment },
    )
  if (girth === 'hip')
    return t('Your hips are about {own}; {nearest} is {garment} round: {room} of room.', {
      own,
      nearest,
      garment,
      room: difference,
    })
  const isAsWanted = Math.abs(advice.garment - advice.wanted) < TOLERANCE
  return t(
    'Your chest is about {own}; {nearest} is {garment} round: {room} of room, {than, select, as {as} more {more than} other {less than}} {fit, select, slim {a slim fit} regular {a regular fit} loose {a loose fit} drop {a drop shoulder} oversized {an oversized fit} other {this cut}} has{liking, select, snug { for you who like it snug} loose { for you who like it loose} other {}}.',
    {
      own,
      nearest,
      garment,
      room: difference,
      than: isAsWanted ? 'as' : advice.garment > advice.wanted ? 'more' : 'less',
      fit: FITS[cut.fit ?? ''] ?? '',
      liking: preference,
    },
  )
}
