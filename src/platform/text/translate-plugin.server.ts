import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import MagicString from 'magic-string'
import type { Plugin } from 'vite'
import { LANGUAGES, type Language } from './languages.ts'
import type { Catalogue } from './t.ts'

const MODULE = /\/src\/platform\/text\/t\.ts$/

/** The category `one` as an expression (CLDR); the others are `other`. */
const IS_ONE: Record<Language, (value: string) => string> = {
  en: (value) => `${value}===1`,
  hi: (value) => `${value}===0||${value}===1`,
}

/** A syntax tree node, limited to the parts read here (ESTree). */
type Node = { type: string; start: number; end: number } & Record<string, unknown>

/**
 * Replaces each `t('…')` by its text in one language, and each `locale()` and `language()` by its value, so that a page
 * loads no other language and no formatter. The build fails for a text without a translation, or one that isn't a
 * literal.
 */
export function translatePlugin(language: Language, catalogue: Catalogue | null): Plugin {
  const { locale } = LANGUAGES[language]
  return {
    name: 'translate',
    enforce: 'post',
    load: (id) =>
      MODULE.test(id)
        ? 'const replaced = () => ""; export { replaced as t, replaced as locale, replaced as language }'
        : null,
    transform(code, id) {
      if (!/from ['"](?:#platform\/text|\.)\/t\.ts['"]/.test(code)) return null
      // Safe cast: the parser gives nodes of ESTree, all of which have a type and a range.
      const calls = callsIn(this.parse(code) as unknown as Node)
      if (calls.length === 0) return null
      const text = new MagicString(code)
      for (const call of calls) text.overwrite(call.start, call.end, replacement(call))
      return { code: text.toString(), map: text.generateMap({ hires: true }) }

      /** The source of a range, with the calls in it replaced. */
      function sourceOf(node: Node): string {
        const text = new MagicString(code)
        for (const call of callsIn(node)) text.overwrite(call.start, call.end, replacement(call))
        return text.slice(node.start, node.end)
      }

      function replacement(call: Node): string {
        const name = (call.callee as Node).name
        if (name !== 't') return JSON.stringify(name === 'locale' ? locale : language)
        const [first, second] = call.arguments as Node[]
        if (first?.type !== 'Literal') throw new Error(`${id}: t() takes a literal text.`)
        const message = String(first.value)
        const translated = catalogue === null ? message : catalogue[message]
        if (translated === undefined) throw new Error(`${id}: "${message}" has no translation (src/languages).`)
        if (second === undefined) return JSON.stringify(translated)
        if (second.type !== 'ObjectExpression') throw new Error(`${id}: t() takes its values as an object literal.`)
        const values = new Map(
          (second.properties as Node[]).map((property) => [
            String((property.key as Node).name),
            sourceOf(property.value as Node),
          ]),
        )
        return expressionOf(message, translated, language, values)
      }
    },
  }
}

/**
 * A message as an expression of the values. With a plural or select each is evaluated once, as an argument of a
 * function. Otherwise it is inlined wherever the text names it.
 */
function expressionOf(message: string, translated: string, language: Language, values: Map<string, string>): string {
  const elements = parse(translated, { ignoreTag: true })
  const isPlain = elements.every(({ type }) => type === TYPE.literal || type === TYPE.argument)
  const write = (parts: MessageFormatElement[], pluralValue: string): string =>
    parts
      .map((element) => {
        if (element.type === TYPE.literal) return escapeTemplate(element.value)
        if (element.type === TYPE.pound) return `\${${grouped(pluralValue)}}`
        if (!('value' in element) || !values.has(element.value))
          throw new Error(`"${translated}" has an argument that "${message}" has no value for.`)
        const { value } = element
        if (element.type === TYPE.argument) return `\${${isPlain ? values.get(value) : value}}`
        if (element.type !== TYPE.plural && element.type !== TYPE.select)
          throw new Error(`"${translated}": format numbers and dates before they go into a text.`)
        const isPlural = element.type === TYPE.plural
        const { other, ...options } = element.options
        const branches = Object.entries(options)
          // A number such as `=1` is more specific than the category `one`.
          .toSorted(([one], [two]) => Number(two.startsWith('=')) - Number(one.startsWith('=')))
          .map(([match, option]) => {
            const isCategory = isPlural && match === 'one'
            const literal = isPlural ? match.slice(1) : JSON.stringify(match)
            const condition = isCategory ? IS_ONE[language](value) : `${value}===${literal}`
            return `${condition}?\`${write(option.value, value)}\`:`
          })
        return `\${${branches.join('')}\`${write(other?.value ?? [], value)}\`}`
      })
      .join('')
  const body = write(elements, '')
  return isPlain ? `\`${body}\`` : `((${[...values.keys()].join(',')})=>\`${body}\`)(${[...values.values()].join(',')})`
}

/**
 * A whole number with Indian grouping, as the server's `Intl` prints it; that would load language data (../money.ts).
 */
const grouped = (value: string) => `String(${value}).replace(/\\B(?=(\\d\\d)+\\d$)/g,",")`

const escapeTemplate = (text: string) => text.replaceAll(/[\\`]|\$\{/g, '\\$&')

/** The outermost calls of `t`, `locale` and `language` below a node. */
function callsIn(node: Node): Node[] {
  if (node.type === 'CallExpression') {
    const { type, name } = node.callee as Node
    if (type === 'Identifier' && (name === 't' || name === 'locale' || name === 'language')) return [node]
  }
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child)
    .flatMap(callsIn)
}
