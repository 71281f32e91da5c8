/** A point in cm: x from the middle to the right, y downwards. */
export type Point = readonly [x: number, y: number]

/** One step of an outline: to a point, straight or bent towards `by`. */
export interface Step {
  to: Point
  by?: Point
}

/** An open line, as the `d` of an SVG path. */
export function linePath(start: Point, steps: readonly Step[]): string {
  return `M${pair(start)}${steps.map(({ to, by }) => (by ? `Q${pair(by)} ${pair(to)}` : `L${pair(to)}`)).join('')}`
}

/** A shape with equal halves: the right one from top to bottom, both ends in the middle, then the left one back. */
export function symmetricPath(start: Point, steps: readonly Step[]): string {
  const points = [start, ...steps.map(({ to }) => to)]
  const back = steps
    .map((step, at): Step => {
      const to = mirror(points[at] ?? start)
      return step.by ? { to, by: mirror(step.by) } : { to }
    })
    .toReversed()
  return `${linePath(start, [...steps, ...back])}Z`
}

/** A closed shape of the right side and its mirror image, for what there are two of. */
export function twinPath(start: Point, steps: readonly Step[]): string {
  const left = steps.map(({ to, by }): Step => (by ? { to: mirror(to), by: mirror(by) } : { to: mirror(to) }))
  return `${linePath(start, steps)}Z${linePath(mirror(start), left)}Z`
}

export function mirror([x, y]: Point): Point {
  return [-x, y]
}

/** A point at a distance in a direction. */
export function along([x, y]: Point, [dx, dy]: Point, distance: number): Point {
  return [x + dx * distance, y + dy * distance]
}

function pair([x, y]: Point): string {
  return `${round(x)} ${round(y)}`
}

const round = (length: number) => Math.round(length * 10) / 10
