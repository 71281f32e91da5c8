import type { Config } from '#platform/config.server.ts'
import { unsetIdentity } from '#shop/settings/definitions.ts'
import { foundingLink } from '#shop/staff/founder.server.ts'
import type { OpenShop } from './open-shop.server.ts'

/** The owner's message when a shop with nothing to sell starts. */
const EMPTY =
  'Nothing is on sale yet, so visitors read "Opening soon". Set the shop up on the staff site or with `npm run shop -- init`, bring your products with `npm run shop -- catalog import FILE`, or look around with `npm run shop -- demo load`.'

/** The owner's message when a shop without its details starts. */
const UNNAMED =
  'The shop has no name or address of its own yet, so visitors read "Opening soon". Set it up on the staff site or with `npm run shop -- init`; `npm run shop -- doctor` says what it lacks.'

/** The owner's message when a closed shop starts. */
const CLOSED =
  'The shop is closed, so visitors read "Opening soon". `npm run shop -- doctor` says what it lacks; `npm run shop -- preview` prints a private link to look at it; `npm run shop -- settings set shop.open yes` opens it.'

/** The owner's message when a public shop has no keys or no mail server. */
const UNCONNECTED =
  'Visitors read "Opening soon" until the shop has the keys of its payment provider and a mail server: enter them on the staff site, or set RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET and SMTP_URL.'

/** The owner's message when the environment asks for a shop of its own, but the database has the demonstration. */
const DEMONSTRATION =
  'This database holds the demonstration shop. `npm run shop -- demo remove` makes it a shop of your own, which begins closed and empty.'

/** Prints what the owner has to know at a start. */
export function greet({ config, shop, provider, isOpen }: OpenShop, print: (line: string) => void): void {
  const { 'shop.name': name, 'shop.open': isOpened } = shop.settings()
  print(`${name || 'The shop'} is ${isOpened ? 'open' : 'running'}: ${config.publicUrl}`)
  const isUnnamed = shop.config.real && unsetIdentity(shop.settings()).length > 0
  if (config.missing.length > 0) print(UNCONNECTED)
  else if (!isOpen()) print(isOpened ? EMPTY : isUnnamed ? UNNAMED : CLOSED)
  if (config.real && !shop.config.real) print(DEMONSTRATION)
  print(describeMail(config))
  if (provider.sandboxOrigin) print(`Payments go to the built-in sandbox (${provider.sandboxOrigin}): no money moves.`)
}

/** Prints the link of a new shop's owner, as long as the shop has no staff. */
export async function inviteOwner({ config, shop }: OpenShop, print: (line: string) => void): Promise<void> {
  const link = await foundingLink({ db: shop.db, publicUrl: config.publicUrl })
  if (link === null) return
  print(`Nobody runs this shop yet. Open this link to become its owner and set it up in the browser: ${link}`)
  print('It works once, for 48 hours, and the next start prints another one. Give it to nobody.')
}

function describeMail(config: Config): string {
  if (config.mail.kind === 'none') return 'Mail waits until there is a mail server.'
  if (config.mail.kind === 'mailbox') return `Mail is stored, not sent: ${config.publicUrl}/dev/mailbox`
  return `Mail goes to ${new URL(config.mail.url).host}.`
}
