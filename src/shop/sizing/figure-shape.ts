import type { Hanger } from './garment-shape.ts'
import { along, type Point, symmetricPath, twinPath } from './outline.ts'
import type { SizingGender } from './rules.ts'

/** Somebody's height and girths in cm. */
export interface Body {
  gender: SizingGender
  height: number
  chest: number
  waist: number
  hip: number
}

/** How deep a body is, from front to back, for its girth there. */
const DEPTH = 0.235
/** The direction of the arms. */
const ARM: Point = [Math.sin(0.2), Math.cos(0.2)]

/** Half the width in front of a girth that goes round a body: two straight sides and two half circles. */
function halfInFront(girth: number, bodyGirth: number): number {
  const depth = bodyGirth * DEPTH
  return (girth - Math.PI * depth) / 4 + depth / 2
}

function widthsOf({ gender, chest, waist, hip }: Body) {
  return {
    shoulder: chest * (gender === 'men' ? 0.232 : 0.218),
    chest: halfInFront(chest, chest),
    waist: halfInFront(waist, waist),
    hip: halfInFront(hip, hip),
  }
}

/** A figure from the front: `d` of SVG paths in cm, with the soles at its height. */
export function drawFigure(body: Body): string[] {
  const { height: h } = body
  const { shoulder, chest, waist, hip } = widthsOf(body)
  const ankle = legMiddle(body, h * 0.95)
  const knee = legMiddle(body, h * 0.73)
  const thick = body.hip / 98
  const torso = symmetricPath(
    [0, h * 0.1],
    [
      { to: [h * 0.028, h * 0.12] },
      { to: [h * 0.034, h * 0.152], by: [h * 0.027, h * 0.145] },
      { to: [shoulder, h * 0.19], by: [shoulder * 0.86, h * 0.162] },
      { to: [chest, h * 0.26], by: [shoulder, h * 0.225] },
      { to: [waist, h * 0.385], by: [chest * 0.97, h * 0.33] },
      { to: [hip, h * 0.5], by: [hip * 0.93, h * 0.425] },
      { to: [knee + h * 0.027 * thick, h * 0.73], by: [hip * 0.97, h * 0.61] },
      { to: [ankle + h * 0.017, h * 0.945], by: [knee + h * 0.034 * thick, h * 0.82] },
      { to: [ankle + h * 0.034, h * 0.992], by: [ankle + h * 0.02, h * 0.975] },
      { to: [ankle - h * 0.016, h * 0.992], by: [ankle + h * 0.012, h * 1.004] },
      { to: [ankle - h * 0.015, h * 0.945] },
      { to: [knee - h * 0.025 * thick, h * 0.73], by: [knee - h * 0.03 * thick, h * 0.82] },
      { to: [0, h * 0.515], by: [h * 0.012, h * 0.6] },
    ],
  )
  const joint: Point = [shoulder - h * 0.026, h * 0.2]
  const out: Point = [ARM[1], -ARM[0]]
  const at = (down: number, aside: number) => along(along(joint, ARM, h * down), out, h * aside)
  const arms = twinPath(at(-0.012, 0.02), [
    { to: at(0.17, 0.022), by: at(0.06, 0.033) },
    { to: at(0.305, 0.013), by: at(0.23, 0.025) },
    { to: at(0.4, 0.004), by: at(0.36, 0.022) },
    { to: at(0.31, -0.013), by: at(0.38, -0.018) },
    { to: at(0.17, -0.02), by: at(0.23, -0.021) },
    { to: at(0.03, -0.025), by: at(0.1, -0.025) },
  ])
  return [head(h), torso, arms]
}

function head(h: number): string {
  return symmetricPath(
    [0, 0],
    [
      { to: [h * 0.043, h * 0.058], by: [h * 0.042, 0] },
      { to: [0, h * 0.128], by: [h * 0.04, h * 0.124] },
    ],
  )
}

/** The middle of a leg at a height. */
function legMiddle(body: Body, y: number): number {
  const { hip } = widthsOf(body)
  const down = Math.max(0, y / body.height - 0.5)
  return hip * (0.5 - down * 0.14)
}

/** What clothes hang on if this body wears them. */
export function hangOn(body: Body): Hanger {
  const { height: h } = body
  const own = widthsOf(body)
  return {
    neck: h * 0.147,
    waist: h * (body.gender === 'men' ? 0.405 : 0.39),
    shoulder: [own.shoulder + 0.6, h * 0.187],
    arm: ARM,
    halfOf: (girth, on) =>
      on === 'leg' ? Math.max((girth / 4) * 0.8, h * 0.024) : Math.max(halfInFront(girth, body[on]), own[on] + 0.6),
    legAt: (y) => legMiddle(body, y),
  }
}
