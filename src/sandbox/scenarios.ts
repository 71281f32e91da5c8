/** Every scenario a test can ask for; the number is its argument's default. */
const KNOWN = {
  ok: null,
  decline: 'card_declined',
  dismiss: null,
  dialog_timeout: 1,
  paid_no_callback: null,
  webhook_late: 5,
  webhook_never: null,
  webhook_dup: 2,
  webhook_reorder: null,
  webhook_bad_sig: null,
  webhook_old_secret: null,
  sig_tampered: 'paid',
  amount_less: 1,
  amount_more: 1,
  wrong_currency: 'USD',
  foreign_payment: null,
  two_captures: null,
  failed_then_authorized: 2,
  authorized_only: null,
  rest_500: null,
  rest_502_html: null,
  rest_429: null,
  rest_hang: 60,
  rest_reset: null,
  created_but_answer_dropped: null,
  refund_pending: 'forever',
  refund_failed: 1,
  script_unavailable: null,
} as const satisfies Record<string, string | number | null>

export type ScenarioName = keyof typeof KNOWN

/** All names, for the control API's answers and for tests that walk through every one. */
export const SCENARIO_NAMES: readonly string[] = Object.keys(KNOWN)

/** The parts of one scenario text: name to argument (the default when none was written). */
export type Scenario = ReadonlyMap<ScenarioName, string>

function isName(name: string): name is ScenarioName {
  return Object.hasOwn(KNOWN, name)
}

/**
 * Reads `name`, `name:argument` or several joined by `+` (`paid_no_callback+webhook_late:3`).
 * Answers a sentence when a name is unknown or an argument has the wrong form: seconds, paise and copies are
 * numbers of at least 0.
 */
export function parseScenario(textOfIt: string): Scenario | string {
  const parts = new Map<ScenarioName, string>()
  for (const part of textOfIt.split('+')) {
    const [name = '', argument] = part.trim().split(':', 2)
    if (!isName(name)) return `Unknown scenario "${name}". Known: ${SCENARIO_NAMES.join(', ')}.`
    const normal = KNOWN[name]
    if (argument !== undefined && normal === null) return `Scenario "${name}" takes no argument.`
    const mustCount = typeof normal === 'number' || (name === 'refund_pending' && argument !== undefined)
    if (mustCount && !/^\d{1,6}(\.\d{1,3})?$/.test(argument ?? String(normal))) {
      return `Scenario "${name}" takes a number.`
    }
    parts.set(name, argument ?? String(normal ?? ''))
  }
  return parts
}

/** The scenario of a text that was checked before it was stored. */
export function readScenario(textOfIt: string): Scenario {
  const parsed = parseScenario(textOfIt)
  if (typeof parsed === 'string') throw new Error(parsed)
  return parsed
}

/** The argument as a number, null when the scenario does not contain the name (or its argument is a word). */
export function numberOf(scenario: Scenario, name: ScenarioName): number | null {
  const argument = scenario.get(name)
  if (argument === undefined || !/^\d/.test(argument)) return null
  return Number(argument)
}

/** The fault of the REST API that a scenario asks for, if any. */
export function restFaultOf(scenario: Scenario): ScenarioName | null {
  for (const name of scenario.keys()) if (name.startsWith('rest_')) return name
  return null
}
