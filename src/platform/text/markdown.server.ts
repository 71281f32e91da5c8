import MarkdownIt, { type Token } from 'markdown-it'

type Options = {
  /** Line breaks in a paragraph are kept, as in descriptions typed without Markdown. */
  keepsLines?: boolean
}

/** Where a link may lead: to a web page, a mail address, or a path of this shop. */
const LINK = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i
const OWN_PATH = /^\/(?![/\\])/

// CommonMark and GFM's tables. HTML is shown as typed, and four spaces don't start a code block.
const parser = new MarkdownIt({ html: false }).disable('code')
parser.validateLink = (url) => LINK.test(url)
parser.core.ruler.push('headings', ({ tokens }) => nestHeadings(tokens))
parser.renderer.rules.link_open = (tokens, at, options, _env, self) => {
  tokens[at]?.attrSet('rel', 'noopener noreferrer')
  return self.renderToken(tokens, at, options)
}
for (const cell of ['th_open', 'td_open'])
  parser.renderer.rules[cell] = (tokens, at, options, _env, self) => {
    const token = tokens[at]
    // `text-align:right`; the content security policy forbids style attributes.
    const [, align] = String(token?.attrGet('style') ?? '').split(':')
    if (token) token.attrs = align === undefined ? [] : [['align', align]]
    return self.renderToken(tokens, at, options)
  }
/** A picture of this shop. For any other, only its alt text, since public pages load nothing from other hosts. */
parser.renderer.rules.image = (tokens, at, options, env, self) => {
  const token = tokens[at]
  const alt = parser.utils.escapeHtml(self.renderInlineAsText(token?.children ?? [], options, env))
  const src = String(token?.attrGet('src') ?? '')
  if (!OWN_PATH.test(src)) return alt
  const sized = src.startsWith('/media/') ? `${src}${src.includes('?') ? '&' : '?'}w=1080` : src
  return `<img src="${parser.utils.escapeHtml(sized)}" alt="${alt}" loading="lazy">`
}

/**
 * Markdown as safe HTML: no HTML of the text gets through, links lead to the web, mail addresses or paths of this shop,
 * and pictures are the shop's own. The highest headings are h2, because a page has its own h1, and no level is skipped.
 */
export function markdownHtml(text: string, options: Options = {}): string {
  return render(parser.parse(text, {}), options)
}

/** A page's text: the title is its first line if that's a first-level heading, or else empty. */
export function markdownPage(text: string): { title: string; html: string } {
  const tokens = parser.parse(text, {})
  if (tokens[0]?.type !== 'heading_open' || tokens[0].markup !== '#') return { title: '', html: render(tokens) }
  const title = wordsOf(tokens[1]?.children ?? [], ' ')
  return { title, html: render(nestHeadings(tokens.slice(3))) }
}

// It takes any address, to say which ones the shop's own parser wouldn't.
const anyLinks = new MarkdownIt({ html: false }).disable('code')
anyLinks.validateLink = () => true

/** The tokens of all pictures and links with their addresses; reference links and `<https://…>` too. */
const addressed = (text: string) =>
  anyLinks
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => {
      const address = token.type === 'image' ? token.attrGet('src') : token.attrGet('href')
      return address === null ? [] : [{ isPicture: token.type === 'image', address: String(address) }]
    })

/** An address of another site, or none of the web; a backslash counts as a slash, and the parser encodes it. */
const FOREIGN = /^(?:[a-z][a-z0-9+.-]*:|\/(?:\/|%5C))/i

/** True if a text has a link or picture with an address outside of this shop. */
export function leadsElsewhere(text: string): boolean {
  return addressed(text).some(({ address }) => FOREIGN.test(address))
}

/**
 * What is wrong with a text's addresses: a picture that isn't the shop's, or a link elsewhere than to the web, a mail address, a path
 * of this shop or a `{name}`; null if nothing is.
 */
export function markdownProblem(text: string): 'picture' | 'link' | null {
  const found = addressed(text)
  if (found.some(({ isPicture, address }) => isPicture && !OWN_PATH.test(address))) return 'picture'
  // The parser encodes the brace.
  const isBad = (address: string) => !LINK.test(address) && !address.startsWith('%7B')
  return found.some(({ isPicture, address }) => !isPicture && isBad(address)) ? 'link' : null
}

/** The words of a Markdown text, each block, list item and cell on its own line. */
export function markdownWords(text: string, { keepsLines = false }: Options = {}): string {
  return parser
    .parse(text, {})
    .flatMap(({ type, children, content }) => {
      if (type === 'fence') return [content.trimEnd()]
      return type === 'inline' ? [wordsOf(children ?? [], keepsLines ? '\n' : ' ')] : []
    })
    .join('\n')
}

function render(tokens: Token[], { keepsLines: breaks = false }: Options = {}): string {
  return parser.renderer.render(tokens, { ...parser.options, breaks }, {})
}

/** Gives each heading the level below its parent heading. */
function nestHeadings(tokens: Token[]): Token[] {
  const above: number[] = []
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      // The number of `#`, or an underline of `=` or `-`.
      const level = token.markup.startsWith('#') ? token.markup.length : token.markup === '=' ? 1 : 2
      while ((above.at(-1) ?? 0) >= level) above.pop()
      above.push(level)
    }
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(above.length + 1, 6)}`
  }
  return tokens
}

function wordsOf(tokens: readonly Token[], lineBreak: string): string {
  return tokens
    .map(({ type, content }) => (type === 'hardbreak' ? '\n' : type === 'softbreak' ? lineBreak : content))
    .join('')
}
