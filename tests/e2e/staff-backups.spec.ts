import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { ageFactor, expectSound, openStaffSite } from './staff.ts'

test('a backup is made, checked, downloaded with a fresh code, and its download makes the shop again', {
  tag: ['@A5', '@A14'],
}, async ({ browser, shop }) => {
  const folder = await mkdtemp(join(tmpdir(), 'journey-backups-'))
  const { page, person, context } = await openStaffSite(browser, shop, 'owner')
  try {
    // The shop's own first backup would be a second one in the list.
    await shop.command('settings', 'set', 'backup.every', '0')
    await shop.command('settings', 'set', 'backup.to', join(folder, 'backups'))
    await page.goto('/admin/settings')
    await page.getByRole('link', { name: /^Backups/ }).click()
    await expect(page.getByText('No backups yet')).toBeVisible()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(page.getByText('Backing up since')).toBeVisible()
    // The work goes on while one is elsewhere.
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
    await page.getByRole('link', { name: /^Backups/ }).click()
    await expect(page.getByText('Newest')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Not checked yet')).toBeVisible()
    await expectSound(page)

    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByText('Checking a backup since')).toBeVisible()
    await expect(page.getByText('Checked, can be restored:')).toBeVisible({ timeout: 60_000 })

    await ageFactor(shop, person, 11)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByLabel('Code', { exact: false }).fill(person.codeIn())
    await page.keyboard.press('Enter')
    const saved = await saving
    const file = join(folder, saved.suggestedFilename())
    await saved.saveAs(file)

    await page.getByRole('button', { name: 'How to restore' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore this backup' })
    await expect(dialog).toContainText(`npm run shop -- restore ${saved.suggestedFilename()} --into ./restored`)
    await expectSound(page, 'the way back', 'dialog')
    expect(await shop.command('restore', file, '--into', join(folder, 'restored'))).toContain('Restored and checked')
  } finally {
    await context.close()
    await shop.command('settings', 'set', 'backup.to', '')
    await shop.command('settings', 'set', 'backup.every', '24')
    await rm(folder, { recursive: true, force: true })
  }
})

test('a backup that fails says why, and only an owner sees backups', { tag: ['@A6'] }, async ({ browser, shop }) => {
  const folder = await mkdtemp(join(tmpdir(), 'journey-backups-'))
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  const manager = await openStaffSite(browser, shop, 'manager')
  try {
    await writeFile(join(folder, 'file'), '')
    await shop.command('settings', 'set', 'backup.to', join(folder, 'file', 'backups'))
    await page.goto('/admin/backups')
    await page.getByRole('button', { name: 'Back up now' }).click()
    const failed = page.getByRole('listitem').filter({ hasText: 'Failed' })
    await expect(failed).toContainText(join(folder, 'file'), { timeout: 60_000 })
    await manager.page.goto('/admin/settings')
    await expect(manager.page.getByRole('link', { name: /^Stores/ })).toBeVisible()
    await expect(manager.page.getByRole('link', { name: /^Backups/ })).toHaveCount(0)
  } finally {
    await Promise.all([context.close(), manager.context.close()])
    await shop.command('settings', 'set', 'backup.to', '')
    await rm(folder, { recursive: true, force: true })
  }
})
