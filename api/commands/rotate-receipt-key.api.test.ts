import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createReceiptKeyStore, type ReceiptKeyStore } from '#api/modules/receipts/key-store.ts'
import { createReceiptSigner } from '#api/modules/receipts/signer.ts'
import { signingKeyOf } from '#api/modules/receipts/signing-key.ts'
import { readReceiptSecret } from '#api/server/receipt-secret.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { type CommandFixture, createCommandFixture } from '#tests/support/command-fixture.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { TEST_ORIGIN } from '#tests/support/test-signer.ts'

const NOW = '2026-11-21T02:30:00.000Z'
const log = { error: () => {}, info: () => {} }

let fixture: CommandFixture

beforeEach(async () => {
  fixture = await createCommandFixture({ now: NOW })
})
afterEach(() => fixture.dispose())

/** Starts a signer like a server does. */
const start = (
  store: ReceiptKeyStore,
  secret: string,
  { isProduction = true, now = Date.parse(NOW) } = {},
) => {
  const deps = { store, clock: testClock(now), log, bus: testBus(), isProduction }
  return createReceiptSigner({ ...deps, readSecret: () => secret, origin: TEST_ORIGIN })
}

/** Opens the database for `work`. */
async function withKeys(work: (store: ReceiptKeyStore) => Promise<void>): Promise<void> {
  const database = await fixture.open()
  await work(createReceiptKeyStore(database)).finally(() => database.close())
}

test('a secret is made once, readable by its owner only', () => {
  const first = readReceiptSecret(fixture.config)
  const path = join(fixture.config.dataDir, 'receipt-key')
  expect(existsSync(path)).toBe(true)
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  expect(readReceiptSecret(fixture.config)).toBe(first)
  expect(first).toHaveLength(64)
})

test('a rotation replaces the file, and ends the old key a day later', async () => {
  const old = readReceiptSecret(fixture.config)
  await withKeys(async (store) => {
    await start(store, old)
    expect(await store.list()).toMatchObject([{ id: signingKeyOf(old).id, validUntil: null }])
  })

  const { code, output } = await fixture.run('admin', 'rotate-receipt-key')
  expect(code).toBe(0)
  const next = readFileSync(join(fixture.config.dataDir, 'receipt-key'), 'utf8')
  expect(next).not.toBe(old)
  expect(output).toContain(signingKeyOf(next).id)
  await withKeys(async (store) => {
    const known = new Map((await store.list()).map((key) => [key.id, key]))
    expect(known.get(signingKeyOf(old).id)?.validUntil).toBe(Date.parse(NOW) + DAY_MS)
    expect(known.get(signingKeyOf(next).id)?.validUntil).toBeNull()
    await start(store, old)
    const late = start(store, old, { now: Date.parse(NOW) + DAY_MS })
    await expect(late).rejects.toThrow('was replaced')
    await start(store, next)
  })
})

test('in production only a rotation brings another key', async () => {
  await withKeys(async (store) => {
    await start(store, 'a'.repeat(40))
    await expect(start(store, 'b'.repeat(40))).rejects.toThrow('signed by another key')
    await start(store, 'b'.repeat(40), { isProduction: false })
    expect(await store.list()).toHaveLength(2)
  })
})
