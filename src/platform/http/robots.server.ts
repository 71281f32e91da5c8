/** What crawlers, link previews and uptime checks call themselves. Their visits aren't those of shoppers. (Cubot makes phones.) */
const ROBOT =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp\/|monitor|python-|curl\/|wget\/|go-http/i

/** True if a request's `User-Agent` names a program, or there's none. */
export function isRobot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent === '' || ROBOT.test(userAgent)
}
