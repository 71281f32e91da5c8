import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const FILE = join(root, 'deploy/alerts.yml')
const alerts = readFileSync(FILE, 'utf8')
const incidents = readFileSync(join(root, 'docs/incidents.md'), 'utf8')
const names = Array.from(alerts.matchAll(/alert: (\w+)/g), ([, name = '']) => name)

/** A day's figures of trouble for each alert, in Prometheus' notation; at zero, the figures of a good day. */
const TROUBLE: Readonly<Record<string, readonly (readonly [series: string, good: string, bad: string])[]>> = {
  ShopDown: [['up{job="shop"}', '1x60', '0x60']],
  ShopErrors: [
    ['shop_requests_total{kind="api",status="200"}', '0+100x60', '0+100x60'],
    ['shop_requests_total{kind="api",status="503"}', '0+1x60', '0+5x60'],
  ],
  ShopSlow: [
    ['shop_request_seconds_bucket{kind="api",le="1"}', '0+1000x60', '0+980x60'],
    ['shop_request_seconds_bucket{kind="api",le="5"}', '0+1000x60', '0+1000x60'],
    ['shop_request_seconds_bucket{kind="api",le="+Inf"}', '0+1000x60', '0+1000x60'],
  ],
  ShopPaymentsInDoubt: [['shop_payments_in_doubt', '0x60', '2x60']],
  ShopRefundsStuck: [['shop_refunds_stuck', '0x60', '1x60']],
  ShopMailOld: [['shop_outbox_oldest_seconds', '30x60', '900x60']],
  ShopBackupOld: [['shop_backup_age_seconds', '90000x60', '200000x60']],
  ShopDiskLow: [['shop_disk_free_bytes', '9e9x60', '1e9x60']],
  ShopReplicaBehind: [['shop_replica_lag_bytes', '1e6x60', '1e8x60']],
  ShopStockWrong: [['shop_wrong_stock', '0x60', '3x60']],
  ShopPurgeWaits: [['shop_purge_oldest_seconds', '0x60', '0+60x60']],
}

test('each alert has its page among the incidents', () => {
  const anchors = Array.from(incidents.matchAll(/^## (.*)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  const pages = Array.from(alerts.matchAll(/page: docs\/incidents\.md#(\S+)/g), ([, anchor = '']) => anchor)
  expect(pages).toHaveLength(names.length)
  expect(pages.filter((anchor) => !anchors.includes(anchor))).toEqual([])
  for (const name of names) expect(incidents, name).toContain(`\`${name}\``)
})

const promtool = spawnSync('promtool', ['--version']).error === undefined

test.skipIf(!promtool)('each alert fires by the figures of its trouble, and by no others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
  try {
    const days = Object.entries(TROUBLE).flatMap(([alert, series]) =>
      (['good', 'bad'] as const).map((day) => {
        const input = series.map(([name, good, bad]) => ({ series: name, values: day === 'good' ? good : bad }))
        return { name: `${alert}, ${day}`, interval: '1m', input_series: input, alert, fires: day === 'bad' }
      }),
    )
    // JSON is YAML too. The labels and annotations of what fires are those of the file, so only the number counts.
    const tests = days.map(({ alert, fires, ...day }) => ({
      ...day,
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
          eval_time: '50m',
          exp_samples: [{ labels: '{}', value: fires ? 1 : 0 }],
        },
        {
          expr: `count(ALERTS{alertname!="${alert}",alertstate="firing"}) or vector(0)`,
          eval_time: '50m',
          exp_samples: [{ labels: '{}', value: 0 }],
        },
      ],
    }))
    const path = join(folder, 'tests.json')
    writeFileSync(path, JSON.stringify({ rule_files: [FILE], evaluation_interval: '1m', tests }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' })
    expect(stdout + stderr).toContain('SUCCESS')
    expect(status).toBe(0)
    expect(Object.keys(TROUBLE).toSorted()).toEqual(names.toSorted())
  } finally {
    rmSync(folder, { recursive: true })
  }
})
