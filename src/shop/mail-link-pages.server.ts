import type { Kysely } from 'kysely'
import { escapeHtml } from '#platform/html.server.ts'
import { localPath } from '#platform/text/local-path.ts'
import { languageOf, runInLanguage, withLanguage } from '#platform/text/request-language.server.ts'
import { t } from '#platform/text/t.ts'
import { plainPage } from './plain-page.server.ts'
import type { Shop } from './shop.server.ts'
import type { Tables } from './tables.server.ts'

/**
 * The actions of the links in a list's mails: `/NAME/confirm?token=` confirms, `/NAME/leave?token=` unsubscribes.
 * Bodies are trusted HTML. Texts are translation keys: each page is shown in the language of its URL.
 */
export interface MailLinks {
  /** What confirms that somebody wants the mails; without it nobody is asked. */
  confirm?: {
    /** False if the token is unknown. */
    run(db: Kysely<Tables>, token: string): Promise<boolean>
    ask: Question
    done: Page
  }
  unsubscribe(db: Kysely<Tables>, token: string): Promise<void>
  invalid: Page
  unsubscribed: Page
  /** The page that asks before it unsubscribes. */
  askUnsubscribe: Question
}

/** A page with one button. */
type Question = { title: string; button: string }

type Page = { title: string; body: string }

const home = () => `<p><a href="${localPath('/')}">${t('To the shop')}</a></p>`

/**
 * The pages behind the links in mails, by the lists' names. `GET` only asks, and the page's button posts: scanners open
 * the links of a mail before its reader does, and can neither consent nor unsubscribe for them.
 */
export function createMailLinkPages(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  lists: Readonly<Record<string, MailLinks>>,
): (request: Request) => Promise<Response> {
  return (request) => runInLanguage(languageOf(request.url), () => respond(request))

  async function respond(request: Request): Promise<Response> {
    const [status, { title, body }] = await followLink(request)
    return plainPage(status, settings()['shop.name'], { title: t(title), body: `${t(body)}${home()}` })
  }

  async function followLink({ url, method }: Request): Promise<[number, Page]> {
    const { pathname, searchParams } = new URL(url)
    const [, name = '', action = ''] = pathname.split('/')
    const list = lists[name]
    if (!list || !['confirm', 'leave'].includes(action)) return [404, { title: t('Page not found'), body: '' }]
    const token = searchParams.get('token') ?? ''
    if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return [404, list.invalid]
    const confirm = action === 'confirm' ? list.confirm : null
    if (confirm === undefined) return [404, list.invalid]
    if (method !== 'POST') {
      const { title, button } = confirm?.ask ?? list.askUnsubscribe
      return [200, { title, body: form(withLanguage(`/${name}/${action}?token=${token}`), button) }]
    }
    if (confirm) return (await confirm.run(db, token)) ? [200, confirm.done] : [404, list.invalid]
    await list.unsubscribe(db, token)
    return [200, list.unsubscribed]
  }
}

function form(action: string, button: string): string {
  return `<form method="post" action="${escapeHtml(action)}"><button type="submit">${t(button)}</button></form>`
}
