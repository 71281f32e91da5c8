import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../support/processes.ts'
import { startShop } from '../support/running-shop.ts'

test('a port that is taken ends the start with one line that names the setting', async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((listening) => other.listen(port, '127.0.0.1', listening))
  try {
    await expect(startShop({ settings: { PORT: String(port) } })).rejects.toThrow(
      new RegExp(`\\nPORT: ${port} on 127\\.0\\.0\\.1 cannot be used, something listens there already; .*\\n$`),
    )
  } finally {
    other.close()
  }
})
