import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Scenario, ScenarioName } from './scenarios.ts'
import { numberOf, restFaultOf } from './scenarios.ts'
import { badRequest, serverError } from './wire.ts'

export type SandboxEnv = { Bindings: HttpBindings }

/** Cuts the connection as a crashed provider does: no answer, a TCP reset. */
export function dropConnection(c: Context<SandboxEnv>): Response {
  c.env.incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

function holdBack(ms: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    until.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

async function answerWith(c: Context<SandboxEnv>, fault: ScenarioName, scenario: Scenario, stopping: AbortSignal) {
  if (fault === 'rest_502_html') {
    return c.html('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>', 502)
  }
  if (fault === 'rest_429') return c.json(badRequest('Too many requests'), 429)
  if (fault === 'rest_reset') return dropConnection(c)
  if (fault === 'rest_hang') {
    await holdBack((numberOf(scenario, 'rest_hang') ?? 60) * 1000, stopping)
    return dropConnection(c)
  }
  return c.json(
    serverError('We are facing some trouble completing your request at the moment. Please try again shortly.'),
    500,
  )
}

/** The faulty answer a scenario wants for a REST call, null when it wants none. */
export async function faultyAnswer(
  c: Context<SandboxEnv>,
  scenario: Scenario,
  stopping: AbortSignal,
): Promise<Response | null> {
  const fault = restFaultOf(scenario)
  return fault === null ? null : answerWith(c, fault, scenario, stopping)
}
