import { sumCashByCarrier } from '../remittances/sql.server.ts'
import { type ReportContext as Context, column, type ReportParts, rupees } from './report-parts.ts'
import { createTable } from './table-rules.ts'

/** What carriers have collected at the door and not paid, and what they have paid, now and altogether. */
export async function cashReport({ db }: Context): Promise<ReportParts> {
  const carriers = await sumCashByCarrier(db)
  return {
    title: 'Cash',
    tables: [
      createTable({
        title: 'By carrier',
        columns: [
          column('Carrier', 'text'),
          column('Parcels unpaid', 'count'),
          column('Still to come', 'rupees'),
          column('Received', 'rupees'),
          column('Oldest', 'days'),
        ],
        rows: carriers.map(({ carrier, parcels, due, received, oldestDays }) => ({
          key: carrier,
          cells: [carrier, parcels, rupees(due), rupees(received), oldestDays],
          to: '/remittances',
        })),
      }),
    ],
    items: carriers.map((one) => ({ ...one, due: rupees(one.due), received: rupees(one.received) })),
    notes: ['Cash is on its way from a parcel’s delivery until its carrier’s settlement is applied.'],
    words: [],
  }
}
