import { addressFields } from '#shop/addresses/contract.ts'
import { changeAddress } from '#shop/orders/address.server.ts'
import { addNote } from '#shop/orders/notes.server.ts'
import { addressLines } from '#shop/orders/rules.ts'
import { type JsonOption, printResult, UsageError, unwrap, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

type AddressOptions = JsonOption & {
  first?: string
  last?: string
  phone?: string
  street?: string
  pin?: string
  town?: string
  state?: string
}

/** `orders note` and `orders address`. */
export function addOrderDeskCommands(orders: ShopCommand): void {
  orders
    .command('note <order>')
    .description('add a note to an order that only staff see')
    .example('orders note FS-10482 --text "Ring before delivering"')
    .requiredOption('--text <text>', 'the note', parseNote)
    .action((order: string, options: JsonOption & { text: string }) =>
      withMigratedDatabase(async (context) => {
        const note = unwrap(await addNote(context, order, options.text))
        printResult(note, options, () => ['The note is added.'])
      }),
    )
  orders
    .command('address <order>')
    .description('put the address or phone number of a paid order right, before its first parcel has left')
    .example('orders address FS-10482 --phone "98200 00028"', 'orders address FS-10482 --pin 400050 --town Mumbai')
    .option('--first <name>', 'first name')
    .option('--last <name>', 'last name')
    .option('--phone <number>', 'phone number')
    .option('--street <street>', 'street')
    .option('--pin <pin>', 'PIN')
    .option('--town <town>', 'town')
    .option('--state <state>', 'state')
    .action((order: string, options: AddressOptions) =>
      withMigratedDatabase(async (context) => {
        const { address, changed } = unwrap(await changeAddress(context, order, { change: changeOf(options) }))
        printResult({ address, changed }, options, () => [
          changed.length === 0 ? 'Nothing was different.' : 'The address is now:',
          ...addressLines(address),
        ])
      }),
    )
}

function parseNote(text: string): string {
  const note = text.trim()
  if (note === '' || note.length > 2000) throw new UsageError('The note must have 1 to 2,000 characters.')
  return note
}

const fields = addressFields.omit({ isDefault: true, country: true })

/** The fields that were given, as the staff site reads them. */
function changeOf({ first, last, phone, street, pin, town, state }: AddressOptions) {
  const given = {
    firstName: first,
    lastName: last,
    phoneNumber: phone,
    streetAddress: street,
    zipCode: pin,
    townCity: town,
    state,
  }
  const parsed = fields.safeParse(given)
  if (!parsed.success) throw new UsageError(parsed.error.issues[0]?.message ?? '')
  if (Object.values(parsed.data).every((value) => value === undefined))
    throw new UsageError('Say what to put right, such as --phone.')
  return parsed.data
}
