const { readFileSync } = require('node:fs')
const { join } = require('node:path')

/** The import rules of ARCHITECTURE.md; tests/architecture.test.ts plants a violation of each. */
const list = readFileSync(join(__dirname, 'src/shop/features.server.ts'), 'utf8')
/** In the order of src/shop/features.server.ts, which is read as text: to check the imports, the shop needn't run. */
const FEATURES = /GROUPS = (\{.*?\n\})/s
  .exec(list)[1]
  .replace(/'[^']*':/g, '')
  .match(/[a-z]+/g)

const featureOrder = FEATURES.slice(0, -1).map((feature, index) => ({
  name: `${feature}-imports-earlier-features-only`,
  comment: 'The feature order is the direction of dependency (ARCHITECTURE.md).',
  severity: 'error',
  from: { path: `^src/shop/${feature}/` },
  to: { path: `^src/shop/(${FEATURES.slice(index + 1).join('|')})/` },
}))

const BROWSER_SIDE = [
  '^src/ui/',
  '^src/app/',
  '^src/admin/',
  '^src/platform/browser/',
  '^src/shop/[^/]+/ui/',
  '^src/shop/.+/(client|rules|messages)\\.ts$',
  '^src/shop/api\\.ts$',
]

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'ui-imports-no-feature',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^src/(shop|app|admin|sandbox|cli|platform/(?!browser/|text/|money|pictures/widths))' },
    },
    {
      name: 'platform-imports-no-feature',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/(shop|app|ui|sandbox|cli)/' },
    },
    {
      name: 'sandbox-imports-nothing-else',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^src/(shop|app|ui|platform|cli)/' },
    },
    {
      name: 'features-import-no-screen',
      severity: 'error',
      from: { path: '^src/shop/' },
      to: { path: '^src/(app|admin|cli)/' },
    },
    {
      name: 'staff-site-apart',
      comment: 'Nothing of the staff site is in a shopper’s bundle, and nothing of the pages in its own.',
      severity: 'error',
      from: { path: '^src/(ui|platform|app|cli|sandbox)/' },
      to: { path: '^src/admin/' },
    },
    {
      name: 'staff-site-imports-no-page',
      severity: 'error',
      from: { path: '^src/admin/' },
      to: { path: '^src/(app|cli|sandbox|shop/[^/]+/ui)/' },
    },
    {
      name: 'browser-files-import-no-server-file',
      severity: 'error',
      from: { path: BROWSER_SIDE, pathNot: '(\\.server|/vite\\.config)\\.tsx?$' },
      to: { path: '\\.server\\.tsx?$' },
    },
    {
      name: 'browser-files-import-contracts-as-types',
      comment: 'zod must not reach the browser.',
      severity: 'error',
      from: { path: BROWSER_SIDE, pathNot: '(\\.server|/vite\\.config)\\.tsx?$' },
      to: {
        path: '([/-]contract\\.ts$|/settings/definitions\\.ts$|(^|node_modules/)zod/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'contract-is-data',
      severity: 'error',
      from: { path: '^src/shop/.+/[a-z-]*contract\\.ts$' },
      to: {
        pathNot: [
          '/([a-z-]*contract|[a-z-]*rules|messages)\\.ts$',
          '^src/shop/settings/definitions\\.ts$',
          '^src/platform/api/(endpoint|(fields|keyset)\\.server)\\.ts$',
          '^src/platform/mail/address(-field\\.server)?\\.ts$',
          '^src/platform/(india-time|money|carriers/names)\\.ts$',
          '^src/platform/text/(storable|t|typed)\\.ts$',
          '(^|node_modules/)zod/',
        ],
      },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^src/shop/.+/[a-z-]*rules\\.ts$' },
      to: {
        pathNot: [
          '/([a-z-]*contract|[a-z-]*rules|messages)\\.ts$',
          '^src/shop/[^/]+/rules/',
          '^src/shop/settings/definitions\\.ts$',
          '^src/platform/(money|india-time|api/result|text/(t|edit-distance|typed))\\.ts$',
          '(^|node_modules/)htmlparser2/',
        ],
      },
    },
    {
      name: 'sql-only-in-sql-files',
      severity: 'error',
      from: { path: '^src/(app|admin|ui|cli|shop)/', pathNot: '[-/](sql|tables)\\.server\\.ts$' },
      to: { path: '(^|node_modules/)(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'hono-only-in-platform',
      severity: 'error',
      from: { path: '^src/(shop|app|admin|ui|cli)/', pathNot: '^src/app/(api|web)\\.server\\.ts$' },
      to: { path: '(^|node_modules/)@?hono/' },
    },
    {
      name: 'features-share-no-ui',
      comment:
        'The exceptions are the product card and its parts, the sheet of colours and sizes, and how exchanges work.',
      severity: 'error',
      from: { path: '^src/shop/([^/]+)/' },
      to: {
        path: '^src/shop/[^/]+/ui/',
        pathNot:
          '^src/shop/($1/ui/|catalog/ui/(product-card|product-row|swatch|choice-sheet|exchange-steps|how-exchanges-work)\\.tsx$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...featureOrder,
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
}
