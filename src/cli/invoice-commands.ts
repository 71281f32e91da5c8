import { Option } from 'commander'
import type { Paper } from '#platform/pdf/print.server.ts'
import { readCreditNote, readInvoice } from '#shop/invoices/issue.server.ts'
import { printPackingSlips } from '#shop/invoices/packing-slip.server.ts'
import { hasOmissions, type PrintedDocument, printDocuments } from '#shop/invoices/pdf.server.ts'
import { findRefundOfNote, listCreditNotes } from '#shop/invoices/sql.server.ts'
import { findOrderId } from '#shop/orders/staff-sql.server.ts'
import { reportsStaffContract } from '#shop/reports/staff-contract.ts'
import { callsOf } from './call-command.ts'
import { type CommandContext, CommandError, unwrap, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { type FileOptions, writeDocument } from './document.ts'
import type { StaffCall } from './staff-calls.ts'

/** `invoices credit-note|export`. */
export function addInvoiceCommands(program: ShopCommand): void {
  const invoices = program.command('invoices').description('credit notes and the accountant’s export')
  const call = callsOf(
    invoices,
    reportsStaffContract,
    async () => (await import('#shop/reports/staff-handlers.server.ts')).createReportsStaffHandlers,
  )
  addPrinting(invoices, 'credit-note <refunds...>', {
    call: 'GET /orders/{id}/credit-notes/{refund}',
    description:
      'the credit notes for refunds as PDF, each by the refund’s id, the note’s number, or an order with one refund',
    example: 'invoices credit-note CRN/26-27/00001 --out credit-note.pdf',
    find: async (context, reference) => readCreditNote(context, await refundIdOf(context, reference)),
    missing: (refund) => `There is no credit note for refund ${refund}.`,
  })
  call('GET /reports/gstr-1.csv', 'export', {
    description: 'the invoices and credit notes of a month as CSV, with the columns of GSTR-1',
    example: '--month 2026-11 --sheet b2b --out november.csv',
    options: {
      month: { flag: '--month <month>', help: 'such as 2026-11, in Indian time' },
      sheet: {
        flag: '--sheet <sheet>',
        help: 'b2b or cdnr: the portal’s sheet of invoices or credit notes of businesses',
      },
    },
  })
  call('GET /reports/tally.xml', 'tally', {
    description: 'the invoices and credit notes of a month as vouchers for Tally',
    example: '--month 2026-11 --out november.xml',
    options: { month: { flag: '--month <month>', help: 'such as 2026-11, in Indian time' } },
  })
  call('GET /reports/zoho-books.csv', 'zoho', {
    description: 'the invoices or credit notes of a month with the columns that Zoho Books imports',
    example: '--month 2026-11 --sheet credit-notes --out november.csv',
    options: {
      month: { flag: '--month <month>', help: 'such as 2026-11, in Indian time' },
      sheet: { flag: '--sheet <sheet>', help: 'invoices or credit-notes' },
    },
  })
}

/** `orders invoice|packing-slip`. */
export function addOrderDocuments(orders: ShopCommand): void {
  addPrinting(orders, 'invoice <orders...>', {
    call: 'GET /orders/{id}/invoice.pdf',
    description: 'the invoices of paid orders as PDF, one per page, or receipts in a shop without a GSTIN',
    example: 'orders invoice FS-10482 FS-10483 --out invoices.pdf',
    find: async (context, reference) => readInvoice(context, await orderIdOf(context, reference)),
    missing: (order) => `Order ${order} has no invoice: it isn’t paid, or its payment isn’t confirmed.`,
  })
  addPackingSlip(orders)
}

/** The id of an order by its id or number. */
async function orderIdOf({ db }: CommandContext, reference: string): Promise<string> {
  const id = await findOrderId(db, reference)
  if (id === null) throw new CommandError(`There is no order ${reference}.`)
  return id
}

/** The id of a refund by that id, its credit note's number, or the id or number of an order with one credit note. */
async function refundIdOf({ db }: CommandContext, reference: string): Promise<string> {
  const numbered = await findRefundOfNote(db, reference.trim().toUpperCase())
  if (numbered !== null) return numbered
  const orderId = await findOrderId(db, reference)
  const notes = orderId === null ? [] : await listCreditNotes(db, orderId)
  if (notes.length > 1)
    throw new CommandError(
      `Order ${reference} has ${notes.length} credit notes: ${notes.map(({ number }) => number).join(', ')}.`,
    )
  return notes[0]?.refund_id ?? reference
}

interface Printing {
  call: StaffCall
  description: string
  example: string
  find(context: CommandContext, id: string): Promise<PrintedDocument | null>
  missing(id: string): string
}

/** A command that prints documents into one PDF. */
export function addPrinting(
  parent: ShopCommand,
  usage: string,
  { call, description, example, find, missing }: Printing,
): void {
  parent
    .command(usage)
    .description(description)
    .does(call)
    .example(example)
    .requiredOption('--out <file>', 'where to write it')
    .action((references: string[], options: FileOptions) =>
      withMigratedDatabase(async (context) => {
        const found: PrintedDocument[] = []
        for (const reference of references) {
          const document = await find(context, reference)
          if (!document) throw new CommandError(missing(reference))
          found.push(document)
        }
        const [first, ...others] = found
        if (!first) return
        const numbers = found.map(({ number }) => number)
        const omitted = found.filter(hasOmissions).map(({ number }) => number)
        const about = others.length > 0 ? { numbers } : { number: first.number }
        await writeDocument(options, await printDocuments([first, ...others]), { ...about, omitted })
      }),
    )
}

function addPackingSlip(orders: ShopCommand): void {
  orders
    .command('packing-slip <orders...>')
    .description('packing slips as PDF, one order per page')
    .does('GET /orders/{id}/packing-slip.pdf')
    .example(
      'orders packing-slip FS-10482 --out slip.pdf',
      'orders packing-slip FS-10482 FS-10483 --size 4x6 --out slips.pdf',
    )
    .requiredOption('--out <file>', 'where to write them')
    .addOption(new Option('--size <paper>', 'the paper').choices(['a4', '4x6']).default('a4'))
    .action((orderIds: string[], options: FileOptions & { size: Paper }) =>
      withMigratedDatabase(async (context) => {
        const ids = [...new Set(orderIds)]
        const { file, omitted } = unwrap(await printPackingSlips(context, ids, options.size))
        await writeDocument(options, file, { orders: ids, omitted })
      }),
    )
}
