import type { Actor } from './identity.ts'
import { type Refusal, refuse } from './result.ts'

const SIGN_IN_AGAIN = 'Please confirm again that it’s you.'

/**
 * Whether a member of staff confirmed with a second factor within the last ten minutes, and whether a call took that. One for
 * each call: the gate, a change of a value and a repeated key all ask it.
 */
export class Confirmation {
  readonly isRecent: boolean
  #wasAsked = false

  constructor(isRecent: boolean) {
    this.isRecent = isRecent
  }

  /** True if the call did something that takes a recent second factor. */
  get wasAsked(): boolean {
    return this.#wasAsked
  }

  /** For what takes a recent second factor: why it's refused, or null. */
  ask(): Refusal<'sign_in_again'> | null {
    this.#wasAsked = true
    return this.isRecent ? null : refuse('sign_in_again', SIGN_IN_AGAIN)
  }

  /** Whoever makes a planned change later is stored without it. */
  toJSON(): undefined {
    return undefined
  }
}

/** The same for whoever makes a change; the command line and the shop's own jobs aren't asked. */
export function askConfirmation(actor: Actor): Refusal<'sign_in_again'> | null {
  return actor.kind === 'staff' ? (actor.confirmation?.ask() ?? null) : null
}
