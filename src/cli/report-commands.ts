import { reportsStaffContract } from '#shop/reports/staff-contract.ts'
import { callsOf } from './call-command.ts'
import type { ShopCommand } from './command-tree.ts'

const PERIOD = {
  from: 'the first day, in India',
  to: 'the last day',
  by: 'what returns are counted by',
  compare: 'with the days before, or the same days a year earlier',
}

/** `reports`: the shop in numbers. */
export function addReportCommands(program: ShopCommand): void {
  const reports = program.command('reports').description('the shop in numbers')
  const call = callsOf(
    reports,
    reportsStaffContract,
    async () => (await import('#shop/reports/staff-handlers.server.ts')).createReportsStaffHandlers,
  )
  call('GET /reports/{name}', 'show <name>', {
    example: 'sales --from 2026-11-01 --to 2026-11-30',
    options: PERIOD,
  })
  call('GET /reports/{name}.csv', 'csv <name>', {
    example: 'sales --from 2026-11-01 --to 2026-11-30 --out november.csv',
    options: PERIOD,
  })
  call('GET /reports/orders', 'orders', {
    example: '--from 2026-11-01 --to 2026-11-30',
    options: { from: PERIOD.from, to: PERIOD.to },
    none: 'No orders.',
  })
}
