import { pino } from 'pino'
import { Confirmation } from '#platform/api/confirmation.ts'
import type { CallName, Contract, Endpoint, ParsedInput, ResponseOf } from '#platform/api/endpoint.ts'
import type { StaffSession } from '#platform/api/identity.ts'
import type { Call, Handlers } from '#platform/api/mount.server.ts'
import type { Result } from '#platform/api/result.ts'
import { createCarriers } from '#platform/carriers/create-carriers.server.ts'
import { systemClock } from '#platform/clock.ts'
import { openFileStore } from '#platform/files/open-store.server.ts'
import { createLimits } from '#platform/limits/limits.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { Shop } from '#shop/shop.server.ts'
import { listStaff } from '#shop/staff/sql.server.ts'
import type { StaffContract } from '#shop/staff-contract.ts'
import { type Parts, parseParts } from './call-fields.ts'
import { type CommandContext, CommandError, unwrap } from './command.ts'

export type StaffCall = keyof StaffContract & CallName

/** Makes the handlers of a contract. */
export type CreateHandlers<C extends Contract> = (shop: Shop) => Handlers<C>

/** Calls of the staff site in this process, made by the operator. */
export interface StaffCalls<C extends Contract> {
  /** An owner's id, or '' if nobody has joined yet. */
  ownerId: string
  /** Checks the input, and makes the call. @throws {CommandError} for a refusal, with its message */
  call<N extends keyof C & CallName>(name: N, parts: Parts): Promise<ResponseOf<C[N]>>
}

/** The calls of a contract on the command's database, by the handlers of the staff site. */
export async function openStaffCalls<C extends Contract>(
  context: CommandContext,
  contract: C,
  createHandlers: CreateHandlers<C>,
): Promise<StaffCalls<C>> {
  const handlers = createHandlers(shopOf(context))
  const owner = (await listStaff(context.db)).find(({ role, state }) => role === 'owner' && state === 'active')
  const { actor } = context
  const staff: StaffSession = {
    staffId: owner?.id ?? '',
    sessionId: '',
    email: owner?.email ?? '',
    name: actor.kind === 'staff' ? actor.name : '',
    role: 'owner',
    isFull: true,
    confirmation: new Confirmation(true),
    mayEnrol: false,
    isCommandLine: true,
  }
  return {
    ownerId: staff.staffId,
    async call(name, parts) {
      // Safe cast: the name is a key of the contract.
      const endpoint = contract[name] as Endpoint
      const caller = { customer: null, staff, client: '', token: null, requestId: '', headers: new Headers() }
      // Safe cast: the handler has the same name, and `Handlers` ties its input and result to the endpoint.
      const handler = handlers[name] as unknown as (call: Call<Endpoint>) => Promise<Result<unknown>>
      // Safe cast: each part was parsed by the endpoint's own schema.
      const input = parseParts(endpoint, parts) as ParsedInput<Endpoint>
      // Safe cast: as for the handler.
      return unwrap(await handler({ ...input, caller })) as ResponseOf<C[typeof name]>
    },
  }
}

/** The shop as its handlers know it, without what only a running one has. */
function shopOf(context: CommandContext): Shop {
  const { config, db } = context
  return {
    ...context,
    read: (work) => work(db),
    config: { ...config, sendsMail: config.mail.kind === 'smtp' },
    clock: systemClock,
    log: createLog('warn', pino.destination(2)),
    limits: createLimits(db),
    limitCheckout: (transaction) => transaction(),
    limitQuotes: (quote) => quote(),
    openStore: (address) => openFileStore(address, config.s3, { isPrivate: true }),
    runCommand: null,
    people: absent(),
    payments: absent(),
    carriers: createCarriers(config.carriers),
    index: absent(),
    offers: absent(),
    connections: absent(),
    // Triggers notify the running shops.
    productsChanged() {},
    async offersChanged() {},
  }
}

/** A part of a running shop, whose every use is refused. */
function absent<T extends object>(): T {
  const refuse = () => {
    throw new CommandError('Only the running shop can do this: use the staff site.')
  }
  // Safe cast: nothing can be read from it.
  return new Proxy({} as T, { get: refuse })
}
