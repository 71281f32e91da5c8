import { draftsStaffContract } from '#shop/drafts/staff-contract.ts'
import { callsOf } from './call-command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `drafts`: orders entered for somebody. */
export function addDraftCommands(program: ShopCommand): void {
  const call = callsOf(
    program.command('drafts').description('orders entered for somebody, with a link to pay'),
    draftsStaffContract,
    async () => (await import('#shop/drafts/staff-handlers.server.ts')).createDraftsStaffHandlers,
  )
  call('GET /draft-orders', 'list', { example: '--state open', none: 'No orders were entered.' })
  call('GET /draft-orders/{id}', 'show <id>', { example: 'DRAFT_ID' })
  call('POST /draft-orders', 'add', {
    example:
      '--lines HOODIE-BLACK-L=1 --customer-name "Asha Kale" --customer-phone "98200 00001" --source whatsapp --hold-until 2026-12-01T18:00:00+05:30',
  })
  call('PATCH /draft-orders/{id}', 'set <id>', { example: 'DRAFT_ID --hold-until 2026-12-02T18:00:00+05:30' })
  call('DELETE /draft-orders/{id}', 'remove <id>', { example: 'DRAFT_ID', lines: () => 'Deleted.' })
  call('POST /draft-orders/{id}/send', 'send <id>', { example: 'DRAFT_ID --by mail' })
  call('POST /draft-orders/{id}/paid', 'paid <id>', { example: 'DRAFT_ID --method upi --reference 4239871' })
}
