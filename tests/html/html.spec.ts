import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from '../e2e/fixtures.ts'
import { seedShopper, TEE, VISITS, visit } from '../e2e/visits.ts'

/*
 * W3C's Nu Html Checker (the package vnu-jar), which needs Java and isn't a dependency of the project. `VNU_JAR` names its
 * file: see CONTRIBUTING.md.
 */

const jar = process.env.VNU_JAR ?? ''

/** CSS is left out, because the checker doesn't know all of today's. */
async function problemsIn(files: string[]): Promise<string> {
  const args = ['-jar', jar, '--errors-only', '--exit-zero-always', '--stdout', '--filterpattern', 'CSS: .*', ...files]
  const { stdout } = await promisify(execFile)('java', args, { maxBuffer: 1e8 })
  return stdout
}

test('the HTML of every page has no errors, as it is sent and as private pages show it', async ({
  page,
  request,
  shop,
  newShopper,
}, info) => {
  test.skip(jar === '', 'VNU_JAR names no checker')
  const session = await seedShopper(shop, await newShopper())
  const files: string[] = []
  const add = (name: string, html: string) => {
    const file = info.outputPath(`${name.replaceAll('/', '_')}.html`)
    writeFileSync(file, html)
    files.push(file)
  }
  for (const one of VISITS) {
    add(`sent${one.route}`, await (await request.get(one.route.replace('{productId}', TEE.productId))).text())
    if (one.who === 'anyone' && one.route !== '/sucess-order') continue
    await visit(page, one, session)
    add(`shown${one.route}`, await page.content())
  }
  await page.goto(`/my-orders?order=${session.orderId}`)
  await expect(page.getByRole('main').locator('address')).toBeVisible()
  add('shown_order', await page.content())
  expect(await problemsIn(files)).toBe('')
})
