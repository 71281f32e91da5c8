import { escapeHtml } from '#platform/html.server.ts'
import { language, t } from '#platform/text/t.ts'
import { BOLD_FONT } from '#ui/font-files.ts'
import { plainPage } from './plain-page.server.ts'
import { shownBrand } from './settings/brand.server.ts'
import { plainBrandStyles } from './settings/colour-rules.ts'
import { hasDefaultName, type Settings } from './settings/definitions.ts'

/** Where the page's form goes, by language: its path says nothing about the language. */
export const SUBSCRIBE_PATH = '/newsletter/subscribe'

const STYLE = `
@font-face{font-family:Text;font-weight:700;src:url(${BOLD_FONT}) format('woff2');font-display:swap}
body{max-width:none;padding:0}
.brand{display:flex;align-items:center;gap:.6rem;padding:1rem max(1rem,(100% - 34rem)/2);border-bottom:1px solid #d9d2c3;font:800 .875rem/1.2 Wide,system-ui,sans-serif;letter-spacing:.04em;text-transform:uppercase;overflow-wrap:anywhere}
.brand img{height:1.5rem;max-width:12rem;border-radius:.25rem}
main{max-width:34rem;margin:0 auto;padding:clamp(2.5rem,12vh,7rem) 1rem 2.5rem;overflow-wrap:anywhere}
h1{font-size:clamp(2.125rem,1.6rem + 2.4vw,3.5rem);line-height:1.02;margin:0 0 1rem;letter-spacing:-.02em}
h1::after{content:"";display:block;width:4rem;height:.4rem;margin-top:1.25rem;background:var(--signal)}
a{color:var(--violet)}
form{margin:2rem 0;padding:1.25rem;border:1px solid #d9d2c3;border-radius:.5rem;background:#fff}
label{display:block;font-weight:700}
form p{margin:.25rem 0 .75rem;text-wrap:pretty}
.row{display:flex;flex-wrap:wrap;gap:.5rem}
input{flex:1 1 14rem;min-width:0;height:3rem;box-sizing:border-box;padding:0 .75rem;font:inherit;color:inherit;background:transparent;border:1px solid #857d6e;border-radius:.4rem}
button{height:3rem;padding-block:0;background:var(--signal);color:var(--on-signal);cursor:pointer}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.notice{margin:2rem 0;padding:1rem 1.25rem;border-left:.3rem solid var(--violet);background:var(--violet-soft)}
form .problem{margin:.75rem 0 0;color:#b3181e;font-weight:700}
.foot{font-size:.875rem}
.foot a{display:inline-block;padding:.75rem 0;margin-right:1.5rem}
@media (prefers-color-scheme:dark){button{background:var(--signal);color:var(--on-signal)}.brand,form{border-color:#35322a}form{background:#1b1a16}input{border-color:#8c8473}form .problem{color:#ff8a80}.brand img{background:#f7f4ed;padding:.125rem}}`

/** What became of an address that was sent with the form. */
export interface Subscription {
  /** The status of the page: 200, or that of the refusal. */
  status: number
  message: string
  email: string
}

/**
 * The page of a closed shop, at every URL, with a form for the newsletter that needs no script. Until the owner has
 * named the shop, the page has neither name nor form.
 */
export function openingSoonPage(settings: Settings, subscription: Subscription | null = null): Response {
  const isNamed = settings['shop.name'] !== '' && !hasDefaultName(settings)
  const shop = isNamed ? settings['shop.name'] : t('This shop')
  const colours = { signal: settings['brand.signal'], accent: settings['brand.accent'] }
  return plainPage(subscription?.status ?? 200, shop, {
    title: t('Opening soon'),
    header: isNamed ? brandHeader(settings) : '',
    // The colours of an unnamed shop are still the demonstration's.
    style: isNamed ? `${plainBrandStyles(colours)}${STYLE}` : '',
    body: [
      `<p>${escapeHtml(t('{shop} is opening soon. Please come back.', { shop }))}</p>`,
      ...(isNamed ? [newsletter(subscription), footer(settings)] : []),
    ].join('\n'),
  })
}

function brandHeader(settings: Settings): string {
  const { mark } = shownBrand(settings)
  const picture = mark.startsWith('/') ? `<img src="${escapeHtml(mark)}" alt="">` : ''
  return `<header class="brand">${picture}<span>${escapeHtml(settings['shop.name'])}</span></header>\n`
}

function newsletter(subscription: Subscription | null): string {
  if (subscription?.status === 200) return `<p class="notice" role="status">${escapeHtml(subscription.message)}</p>`
  const { message = '', email = '' } = subscription ?? {}
  const problem = message === '' ? '' : `<p class="problem" role="alert" id="problem">${escapeHtml(message)}</p>`
  const described = message === '' ? '"hint"' : '"hint problem" aria-invalid="true"'
  return `<form method="post" action="${SUBSCRIBE_PATH}?language=${language()}">
<label for="email">${t('Newsletter')}</label>
<p id="hint">${t('Leave your e-mail address to hear when we open. Unsubscribe any time.')}</p>
<div class="row"><input id="email" name="email" type="email" required autocomplete="email" maxlength="254" placeholder="you@example.com" value="${escapeHtml(email)}" aria-describedby=${described}>
<button type="submit">${t('Subscribe')}</button></div>
${problem}</form>`
}

/** The shop's e-mail address and the other language. */
function footer(settings: Settings): string {
  const email = escapeHtml(settings['shop.email'])
  const other =
    language() === 'hi' ? { path: '/', lang: 'en', name: 'English' } : { path: '/hi', lang: 'hi', name: 'हिन्दी' }
  const links = [
    ...(email === '' ? [] : [`<a href="mailto:${email}">${email}</a>`]),
    ...(settings['hindi.on']
      ? [`<a href="${other.path}" hreflang="${other.lang}" lang="${other.lang}">${other.name}</a>`]
      : []),
  ]
  return `<p class="foot">${links.join('\n')}</p>`
}
