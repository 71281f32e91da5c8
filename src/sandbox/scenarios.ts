/** Every scenario with its default argument (seconds, paise, copies or a currency); null for no argument. */
const DEFAULTS = {
  ok: null,
  paid_no_callback: null,
  authorized_only: null,
  failed_then_authorized: 2,
  two_captures: null,
  amount_less: 1,
  amount_more: 1,
  wrong_currency: 'USD',
  /** The amount that is less is an offer of the provider's. */
  offer: null,
  /** The amount that is more is the provider's fee. */
  customer_fee: null,
  /** Cash on delivery of the provider's own; with an argument its cash is in after so many seconds. */
  cod: Number.POSITIVE_INFINITY,
  webhook_late: 5,
  webhook_never: null,
  webhook_dup: 2,
  webhook_reorder: null,
  webhook_bad_sig: null,
  webhook_old_secret: null,
  rest_500: null,
  rest_502_html: null,
  rest_429: null,
  rest_hang: 60,
  rest_reset: null,
  created_but_answer_dropped: null,
  /** Without an argument the refund stays pending. */
  refund_pending: Number.POSITIVE_INFINITY,
  refund_failed: null,
  refunded_but_answer_dropped: null,
} as const

export type ScenarioName = keyof typeof DEFAULTS

/** The parts of a scenario with their arguments. */
export type Scenario = ReadonlyMap<ScenarioName, string>

function isName(name: string): name is ScenarioName {
  return Object.hasOwn(DEFAULTS, name)
}

/** Parses `name`, `name:argument`, or several of them joined by `+`. @throws {RangeError} for an unknown name or a wrong argument */
export function parseScenario(text: string): Scenario {
  const scenario = new Map<ScenarioName, string>()
  for (const part of text.split('+')) {
    const [name = '', argument] = part.split(':', 2)
    if (!isName(name)) throw new RangeError(`Unknown scenario "${name}". Known: ${Object.keys(DEFAULTS).join(', ')}.`)
    const standard = DEFAULTS[name]
    if (
      argument !== undefined &&
      (standard === null || (typeof standard === 'number' && !/^\d+(\.\d+)?$/.test(argument)))
    )
      throw new RangeError(`Scenario "${name}" takes ${standard === null ? 'no argument' : 'a number'}.`)
    scenario.set(name, argument ?? String(standard ?? ''))
  }
  return scenario
}

/** The argument of a part as a number; 0 without that part. */
export function numberOf(scenario: Scenario, name: ScenarioName): number {
  return Number(scenario.get(name) ?? 0)
}
