import { escapeHtml } from '#platform/html.server.ts'
import { plainPage } from '../plain-page.server.ts'
import { readSettings } from '../settings/staff.server.ts'
import type { Shop } from '../shop.server.ts'
import { confirmSubscriber, removeSubscriber } from './store.server.ts'

/**
 * The pages behind the links of the newsletter's email. `GET /newsletter/confirm?token=` confirms. Leaving takes a `POST`:
 * link scanners, which open the links of emails, must not unsubscribe anybody.
 */
export function createNewsletterPages(shop: Pick<Shop, 'db'>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const token = searchParams.get('token') ?? ''
    const [status, text] =
      pathname === '/newsletter/confirm'
        ? await confirmSubscription(shop, token)
        : await leaveSubscription(shop, token, request.method === 'POST')
    return plainPage(status, (await readSettings(shop.db))['shop.name'], text)
  }
}

async function confirmSubscription(shop: Pick<Shop, 'db'>, token: string): Promise<[number, Text]> {
  return isToken(token) && (await confirmSubscriber(shop.db, token)) ? [200, CONFIRMED] : [404, INVALID_LINK]
}

async function leaveSubscription(shop: Pick<Shop, 'db'>, token: string, confirmed: boolean): Promise<[number, Text]> {
  if (!isToken(token)) return [404, INVALID_LINK]
  if (!confirmed) return [200, leaveForm(token)]
  await removeSubscriber(shop.db, token)
  return [200, REMOVED]
}

function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

interface Text {
  title: string
  body: string
}

const HOME = '<p><a href="/">To the shop</a></p>'

const CONFIRMED: Text = {
  title: 'You are on the list',
  body: `<p>Thank you. The next newsletter comes to you.</p>${HOME}`,
}

const REMOVED: Text = { title: 'You have left the list', body: `<p>We have forgotten your address.</p>${HOME}` }

const INVALID_LINK: Text = {
  title: 'This link does not work',
  body: `<p>It may be incomplete, or the address has left the list. You can subscribe again at the foot of any page.</p>${HOME}`,
}

function leaveForm(token: string): Text {
  const action = `/newsletter/leave?token=${escapeHtml(token)}`
  return {
    title: 'Leave the newsletter?',
    body: `<form method="post" action="${action}"><button type="submit">Leave the newsletter</button></form>${HOME}`,
  }
}
