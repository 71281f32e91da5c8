import { z } from 'zod'
import { markdownProblem } from '#platform/text/markdown.server.ts'
import { t } from '#platform/text/t.ts'
import { accentProblem, signalProblem } from '../colour-rules.ts'
import { colour, headerLink, line, listingText, logo, ownColor, pageText, yesOrNo } from '../field-contract.ts'
import { homeSections } from '../section-contract.ts'
import { DEFAULT_LISTING_TEXTS, DEFAULT_SECTIONS } from '../section-rules.ts'
import { call, page, staff } from './definition.server.ts'

const MARKDOWN_PROBLEMS = {
  picture: 'may show pictures of this shop only, as in ![Our table](/media/home/table.webp)',
  link: 'may link to https:// and mailto: addresses and to paths of this shop, as in [shirts](/categories)',
}

/** A page's text (platform/text/markdown.server.ts). */
const pageMarkdown = pageText
  .superRefine((text, { addIssue }) => {
    const problem = markdownProblem(text)
    if (problem !== null) addIssue({ code: 'custom', message: MARKDOWN_PROBLEMS[problem] })
  })
  .meta({ maxLength: 50_000 })

/**
 * Only two parts of the demonstration's home page: the banner, which shows nothing until there is one, and the rows of
 * products, which fill themselves.
 */
const OWN_SECTIONS = DEFAULT_SECTIONS.filter(({ type }) => type === 'banner' || type === 'products')

/** How the shop looks, and the owner's words on its pages. */
export const SCREEN_SETTINGS = {
  announcement: page({
    schema: line(120),
    default: t('7-day easy exchange · Flat ₹40 delivery'),
    own: (shop) => {
      const delivery = shop['order.delivery']
      const fee = delivery === 0 ? 'Free delivery' : `Flat ₹${delivery} delivery`
      return `${shop['exchange.days']}-day easy exchange · ${fee}`
    },
    help: 'The strip above every page, at most 120 characters. The standard one follows exchange.days, order.delivery and shipping.zones. Leave it empty for none.',
  }),
  'header.links': page({
    schema: z
      .array(headerLink, { error: 'must be a list of links' })
      .max(6, 'may have at most 6 links')
      .refine((list) => new Set(list.map(({ to }) => to)).size === list.length, 'has a link twice')
      .readonly(),
    default: [],
    help: 'The links of the header, in order, such as [{"label":"Kurtas","to":"/categories?subcategory=Kurtas"}]. Without any they are Home, Categories, About Us and Contact Us.',
  }),
  'services.designs': page({
    schema: line(80),
    default: t('Small drops, cut for the city we ride in.'),
    isIdentity: true,
    own: () => '',
    help: 'The line below "Trendy Designs" above the footer. Leave it empty for none.',
  }),
  'services.quality': page({
    schema: line(80),
    default: t('Heavy cotton, honest linen, weights on every label.'),
    isIdentity: true,
    own: () => '',
    help: 'The line below "Premium Quality" above the footer. Leave it empty for none.',
  }),
  'services.returns': page({
    schema: line(80),
    default: '',
    help: 'The line below "Hassle-Free Returns" above the footer. Empty: how many days exchanges have, and that there are no refunds.',
  }),
  'brand.signal': page({
    schema: colour(signalProblem),
    default: '#ffc400',
    help: 'The colour of buttons and of the announcement, such as #0d5c4a. A colour on which text would be unreadable is refused.',
  }),
  'brand.accent': page({
    schema: colour(accentProblem),
    default: '#4b22b8',
    help: 'The colour of links, notices and the focus outline, such as #8a1c4a.',
  }),
  'brand.mark': call({
    schema: logo,
    default: '',
    help: 'The logo, SVG or PNG. Empty: the name in letters.',
    commandHelp: '`settings set brand.mark @logo.svg` takes it from a file.',
  }),
  'home.sections': call({
    schema: homeSections,
    default: DEFAULT_SECTIONS,
    isIdentity: true,
    own: () => OWN_SECTIONS,
    help: 'The sections of the home page, in order.',
    commandHelp: 'The `home` commands change them (docs/home-page.md).',
  }),
  'search.words': staff({
    schema: pageText,
    default: '',
    help: 'Your shoppers’ words for things, for the search, one line each: "a, b" for words with the same meaning.',
    commandHelp: 'docs/owner.md has examples.',
  }),
  'listing.texts': call({
    schema: z.array(listingText, { error: 'must be a list of pages and texts' }).max(300).readonly(),
    default: DEFAULT_LISTING_TEXTS,
    own: () => [],
    help: 'Your text above the listing of one category, one subcategory, one colour or one collection, such as [{"page":"/categories?colors=Black","text":"…"}].',
  }),
  'listing.colors': staff({
    schema: z
      .array(ownColor, { error: 'must be a list of colours' })
      .max(500)
      .refine((list) => new Set(list.map(({ name }) => name.toLowerCase())).size === list.length, 'has a colour twice')
      .readonly(),
    default: [],
    help: 'Your own colours, such as [{"name":"Rani","family":"Pink","swatch":"#d81b72"}]: the colour of the filter that each counts as, and its swatch. Without one, the name decides, or the picture.',
  }),
  'hindi.on': page({
    schema: yesOrNo,
    default: true,
    help: 'With yes, the shop is also available in Hindi, at /hi.',
  }),
  'hindi.words': staff({
    schema: pageText,
    default: '',
    help: 'Your own texts in Hindi, one line each: Monsoon drop = मानसून ड्रॉप.',
  }),
}

/** The pages whose text the owner may replace, and the facts that the standard privacy page names. */
export const PAGE_SETTINGS = {
  'privacy.updated': fact(40, 'when the policy last changed, such as 1 December 2026'),
  'privacy.paymentProvider': fact(80, 'who processes payments', 'Razorpay'),
  'privacy.mapService': fact(80, 'whose map the store locator shows'),
  'privacy.pictureHost': fact(80, 'who stores the pictures, if that isn’t you'),
  'privacy.orderYears': fact(20, 'for how many years orders are kept, such as 8'),
  'privacy.courier': fact(80, 'who delivers the parcels, such as Delhivery'),
  'privacy.mailService': fact(80, 'who sends the mails'),
  'privacy.authority': fact(120, 'which authority hears complaints about data'),
  'page.terms': text('The terms of use'),
  'page.shipping': text('The shipping policy'),
  'page.exchanges': text('The exchange policy'),
  'page.privacy': text('The privacy policy'),
  'page.about': text('The About page'),
}

/** A fact of the privacy page. For an empty one it shows words in square brackets (SPEC 1). */
function fact(max: number, what: string, standard = '') {
  return page({ schema: line(max), default: standard, help: `The privacy page says ${what}.` })
}

/** A page in Markdown; `{name}` is the value of another setting. */
function text(what: string) {
  return call({
    schema: pageMarkdown,
    default: '',
    help: `${what} in Markdown, from a file: @FILE. {shop.name} in it is that setting’s value. Empty: the shop’s standard text.`,
  })
}
