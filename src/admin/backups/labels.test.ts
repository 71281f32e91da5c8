import { expect, test } from 'vitest'
import { ageText, everyText, restoreCommands, sizeText } from './labels.ts'

const backup = {
  id: '7',
  at: '2026-11-26T09:00:00.000Z',
  place: '/var/backups/shop',
  name: 'shop-20261126T090000Z.tar',
  address: '/var/backups/shop/shop-20261126T090000Z.tar',
  isEncrypted: false,
  bytes: 1,
  rows: 1,
  pictures: 1,
  missing: null,
  seconds: 1,
  problem: null,
  verifiedAt: null,
  verifyProblem: null,
  file: 'shop-20261126T090000Z.tar',
}

test('sizes and times read as people write them', () => {
  expect([400, 8_430_000, 1_240_000_000].map(sizeText)).toEqual(['1 kB', '8.4 MB', '1.2 GB'])
  expect([59, 60 * 60, 47 * 3600, 48 * 3600].map(ageText)).toEqual(['1 minute', '1 hour', '47 hours', '2 days'])
  expect([0, 1, 24, 6].map(everyText)).toEqual(['By hand only', 'Every hour', 'Every day', 'Every 6 hours'])
})

test('the commands name the file as a shell takes it', () => {
  expect(restoreCommands(backup, false)).toEqual([
    'npm run shop -- restore /var/backups/shop/shop-20261126T090000Z.tar --into ./restored',
    'DATA_DIR=./restored npm start',
  ])
  const bucket = { ...backup, address: 's3://b/shop-1.tar?endpoint=https://s3.example&region=ap-south-1' }
  expect(restoreCommands(bucket, false)[0]).toBe(
    "npm run shop -- restore 's3://b/shop-1.tar?endpoint=https://s3.example&region=ap-south-1' --into ./restored",
  )
  expect(restoreCommands({ ...backup, address: "/mnt/Asha's disk/shop.tar" }, false)[0]).toContain(
    String.raw`restore '/mnt/Asha'\''s disk/shop.tar' --into`,
  )
})

test('an encrypted download is unpacked first, and needs its key', () => {
  const encrypted = { ...backup, isEncrypted: true, name: 'shop-1.tar.age', file: 'shop-1-encrypted.tar' }
  expect(restoreCommands(encrypted, true)).toEqual([
    'tar -xf shop-1-encrypted.tar',
    'npm run shop -- restore shop-1.tar.age --into ./restored --key-file key.txt',
    'DATA_DIR=./restored npm start',
  ])
})
