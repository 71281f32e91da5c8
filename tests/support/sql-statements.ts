import { join, relative } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '../..')

/** The types that a column's value may have in TypeScript. `other`: objects, arrays, unknown. */
export type ValueKind = 'number' | 'string' | 'boolean' | 'Date' | 'Buffer' | 'other'

/** A statement in plain SQL of the sources: a `sql` template, or a call that returns one, that is executed. */
export interface Statement {
  /** File and line. */
  where: string
  /** Its texts: several if a fragment has alternatives. Empty if a fragment can't be found from the source. */
  texts: string[]
  /** The columns that its row type declares; null without a row type, or with one that has any column. */
  columns: Map<string, { isOptional: boolean; kinds: Set<ValueKind> }> | null
}

/** Marks a parameter in the text of a fragment, until the whole statement numbers its parameters. */
const PARAMETER = '\0'

/**
 * Finds every statement in plain SQL below `src`, and writes its texts as the driver gets them: fragments are filled in, values are
 * parameters. It reads constants, conditions, and functions that return a fragment; what a parameter may be is read from the calls.
 */
export function readStatements(): Statement[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, 'tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  )
  if (!config) throw new Error('tsconfig.json is missing')
  const files = config.fileNames.filter((file) => /\/src\/.*\.server\.ts$/.test(file))
  const program = ts.createProgram(files, config.options)
  // Only then nodes know their parents.
  program.getTypeChecker()
  return files.flatMap((name) => {
    const file = program.getSourceFile(name)
    return file ? descendants(file).flatMap((node) => toStatement(program, file, node) ?? []) : []
  })
}

function toStatement(program: ts.Program, file: ts.SourceFile, node: ts.Node): Statement | null {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'execute') return null
  const checker = program.getTypeChecker()
  const type = checker.getTypeAtLocation(node.expression)
  // `sql.raw` runs a migration's file.
  if (type.symbol?.name !== 'RawBuilder' || node.expression.getText().startsWith('sql.raw(')) return null
  const { line } = file.getLineAndCharacterOfPosition(node.expression.getStart())
  // Safe cast: RawBuilder is a generic interface.
  const [row] = checker.getTypeArguments(type as ts.TypeReference)
  return {
    where: `${relative(ROOT, file.fileName)}:${line + 1}`,
    texts: new Renderer(program, file).render(node.expression).map(numberParameters),
    columns: row && !(row.flags & ts.TypeFlags.Unknown) ? declaredColumns(checker, row) : null,
  }
}

const isSql = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql'

function descendants(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (child: ts.Node) => {
    found.push(child)
    ts.forEachChild(child, visit)
  }
  visit(node)
  return found
}

function numberParameters(text: string): string {
  let count = 0
  return text.replaceAll(PARAMETER, () => `$${++count}`)
}

function declaredColumns(checker: ts.TypeChecker, row: ts.Type): Statement['columns'] {
  if (checker.getIndexInfosOfType(row).length > 0) return null
  const columns = checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbol(property)
    const parts = type.isUnion() ? type.types : [type]
    const kinds = new Set(parts.filter((part) => !(part.flags & EMPTY)).map((part) => kindOf(checker, part)))
    return [property.name, { isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0, kinds }] as const
  })
  return new Map(columns)
}

const EMPTY = ts.TypeFlags.Null | ts.TypeFlags.Undefined

function kindOf(checker: ts.TypeChecker, type: ts.Type): ValueKind {
  // Branded types, such as an amount in paise, are intersections.
  const parts = type.isIntersection() ? type.types : [type]
  const has = (flag: ts.TypeFlags) => parts.some((part) => part.flags & flag)
  if (has(ts.TypeFlags.NumberLike)) return 'number'
  if (has(ts.TypeFlags.StringLike)) return 'string'
  if (has(ts.TypeFlags.BooleanLike)) return 'boolean'
  const name = checker.typeToString(type)
  return name === 'Date' ? 'Date' : name.startsWith('Buffer') ? 'Buffer' : 'other'
}

/** The name of the property that a pattern takes. */
const nameOf = (element: ts.BindingElement) => (element.propertyName ?? element.name).getText()

/** Every combination of one text of each part. */
function combine(parts: readonly string[][]): string[] {
  return parts.reduce((texts, part) => texts.flatMap((text) => part.map((next) => text + next)), [''])
}

/** The texts of SQL fragments; an empty list for an expression that it can't read. */
class Renderer {
  readonly #checker: ts.TypeChecker
  readonly #program: ts.Program
  /** The file of the statement. */
  readonly #file: ts.SourceFile
  /** What the call that is being read passes for a parameter, or for a property of one. */
  readonly #bound = new Map<ts.Declaration, ts.Expression>()

  constructor(program: ts.Program, file: ts.SourceFile) {
    this.#checker = program.getTypeChecker()
    this.#program = program
    this.#file = file
  }

  render(node: ts.Expression): string[] {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return this.render(node.expression)
    if (isSql(node)) return this.#renderTemplate(node.template)
    if (ts.isConditionalExpression(node)) return [...this.render(node.whenTrue), ...this.render(node.whenFalse)]
    if (ts.isBinaryExpression(node)) return [...this.render(node.left), ...this.render(node.right)]
    if (ts.isCallExpression(node)) return this.#renderCall(node)
    if (ts.isElementAccessExpression(node)) return this.#renderMembers(node.expression)
    if (ts.isIdentifier(node)) return this.#renderSymbol(this.#checker.getSymbolAtLocation(node))
    return []
  }

  #renderTemplate(template: ts.TemplateLiteral): string[] {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text]
    const spans = template.templateSpans.flatMap(({ expression, literal }) => [
      this.#isFragment(expression) ? this.render(expression) : [PARAMETER],
      [literal.text],
    ])
    return combine([[template.head.text], ...spans])
  }

  #isFragment(node: ts.Expression): boolean {
    const type = this.#checker.getTypeAtLocation(node)
    const parts = type.isUnion() ? type.types : [type]
    return parts.some((part) => part.getProperty('toOperationNode') !== undefined)
  }

  #renderCall(call: ts.CallExpression): string[] {
    const [argument] = call.arguments
    if (/^sql\.(ref|table|id)$/.test(call.expression.getText()) && argument) return this.#literals(argument)
    const declaration = this.#checker.getResolvedSignature(call)?.declaration
    const body = declaration && 'body' in declaration ? declaration.body : undefined
    if (!declaration || !body) return []
    for (const [index, parameter] of declaration.parameters.entries()) this.#bind(parameter, call.arguments[index])
    if (!ts.isBlock(body)) return ts.isExpression(body) ? this.render(body) : []
    return descendants(body).flatMap((node) =>
      ts.isReturnStatement(node) && node.expression ? this.render(node.expression) : [],
    )
  }

  #bind(parameter: ts.ParameterDeclaration | ts.JSDocParameterTag, argument: ts.Expression | undefined): void {
    if (!argument) return
    if (!ts.isObjectBindingPattern(parameter.name)) return void this.#bound.set(parameter, argument)
    if (!ts.isObjectLiteralExpression(argument)) return
    for (const element of parameter.name.elements) {
      const property = argument.properties.find((one) => one.name?.getText() === nameOf(element))
      if (property && ts.isPropertyAssignment(property)) this.#bound.set(element, property.initializer)
      else if (property && ts.isShorthandPropertyAssignment(property)) this.#bound.set(element, property.name)
      else if (element.initializer) this.#bound.set(element, element.initializer)
    }
  }

  /** The values of a name: a literal, a union of literals, or a template of them. */
  #literals(node: ts.Expression): string[] {
    const declaration = this.#checker.getSymbolAtLocation(node)?.valueDeclaration
    const bound = declaration && this.#bound.get(declaration)
    if (bound) return this.#literals(bound)
    if (ts.isTemplateExpression(node))
      return combine([
        [node.head.text],
        ...node.templateSpans.flatMap(({ expression, literal }) => [this.#literals(expression), [literal.text]]),
      ])
    const type = this.#checker.getTypeAtLocation(node)
    return (type.isUnion() ? type.types : [type]).flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
  }

  /** Every member of an object constant. */
  #renderMembers(object: ts.Expression): string[] {
    const declaration = this.#checker.getSymbolAtLocation(object)?.valueDeclaration
    if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return []
    return descendants(declaration.initializer).flatMap((node) =>
      ts.isPropertyAssignment(node) ? this.render(node.initializer) : [],
    )
  }

  #renderSymbol(symbol: ts.Symbol | undefined): string[] {
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol
    const declaration = target?.valueDeclaration
    if (!declaration) return []
    const bound = this.#bound.get(declaration)
    if (bound) return this.render(bound)
    if (ts.isVariableDeclaration(declaration) && declaration.initializer) return this.render(declaration.initializer)
    if (ts.isParameter(declaration)) return this.#renderArguments(declaration)
    if (ts.isBindingElement(declaration)) return this.#renderProperty(nameOf(declaration))
    return []
  }

  /** What any call passes for a parameter, or what it is by default. */
  #renderArguments(parameter: ts.ParameterDeclaration): string[] {
    const called = parameter.parent
    const index = called.parameters.indexOf(parameter)
    const name = called.name?.getText() ?? (ts.isVariableDeclaration(called.parent) ? called.parent.name.getText() : '')
    const files = this.#program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && file.text.includes(`${name}(`))
    const passed = files.flatMap(descendants).flatMap((node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== name) return []
      if (this.#checker.getResolvedSignature(node)?.declaration !== called) return []
      const argument = node.arguments[index]
      return argument ? this.render(argument) : []
    })
    return parameter.initializer ? [...passed, ...this.render(parameter.initializer)] : passed
  }

  /** What any object of this file has as this property. */
  #renderProperty(name: string): string[] {
    return descendants(this.#file).flatMap((node) => {
      if (ts.isPropertyAssignment(node) && node.name.getText() === name) return this.render(node.initializer)
      return ts.isShorthandPropertyAssignment(node) && node.name.text === name
        ? this.#renderSymbol(this.#checker.getShorthandAssignmentValueSymbol(node))
        : []
    })
  }
}
