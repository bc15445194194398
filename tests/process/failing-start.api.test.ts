import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePort } from '#build/setup/free-port.mjs'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'

let place: ChildPlace

beforeAll(async () => {
  place = await childPlace()
})
afterAll(() => place.dispose())

/** The one line of error, without a stack, of a process that exits with 1. */
async function errorOf(child: ChildServer): Promise<string> {
  expect(await child.exited).toBe(1)
  const { errors } = child.output()
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
  expect(errors).not.toMatch(/\bat .*:\d+|\.ts:/)
  return errors.trimEnd()
}

describe('a failing start', () => {
  test('names the invalid setting', async () => {
    expect(await errorOf(place.start({ PORT: 'http' }))).toBe(
      'PORT ("http") must be a whole number from 0 to 65535.',
    )
    const production = place.start({ NODE_ENV: 'production' })
    expect(await errorOf(production)).toStartWith(
      'GOOGLE_CLIENT_ID or OIDC_PROVIDERS is required in production',
    )
  })

  test('names a wrong provider before it opens a database', async () => {
    const database = 'postgres://127.0.0.1:9/none'
    const child = place.start({ OIDC_PROVIDERS: '[{"id":"x"}]', DATABASE_URL: database })
    expect(await errorOf(child)).toBe('OIDC_PROVIDERS[0] has a wrong or missing kind.')
  })

  test('names the missing replay file', async () => {
    const child = place.start({ PRICE_FEED: 'replay:no-such-file.csv' })
    expect(await errorOf(child)).toContain('no-such-file.csv: there is no such file')
  })

  test('names the port in use', async () => {
    const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('mine') })
    const port = `${holder.port}`
    expect(await errorOf(place.start({ PORT: port }))).toBe(
      `Port ${port} of 127.0.0.1 is in use. Stop what uses it, or set PORT to another.`,
    )
    expect(await (await fetch(holder.url)).text()).toBe('mine')
    await holder.stop(true)
  })

  test('names HOST when it is no address of this machine', async () => {
    expect(await errorOf(place.start({ HOST: '203.0.113.9' }))).toBe(
      'HOST 203.0.113.9 is no address of this machine. Set it to one, or to 0.0.0.0 for all.',
    )
  })

  test('names DATA_DIR when it is a file or cannot be created', async () => {
    const file = join(place.folder, 'file')
    await Bun.write(file, '')
    for (const [DATA_DIR, reason] of [
      [file, 'it, or a folder above it, is a file'],
      ['/proc/tidemark', 'it cannot be created'],
    ] as const) {
      expect(await errorOf(place.start({ DATA_DIR, DATABASE_URL: '' }))).toBe(
        `DATA_DIR ${DATA_DIR} cannot be used: ${reason}. Set it to a folder that the server may write to.`,
      )
    }
  })

  test('names the unreachable database server, without its password', async () => {
    const port = await freePort()
    // A name may resolve to several addresses, each of which is tried.
    const child = place.start({ DATABASE_URL: `postgres://me:hunter2@localhost:${port}/t` })
    const error = await errorOf(child)
    expect(error).toStartWith(`DATABASE_URL: localhost:${port}/t cannot be reached.`)
    expect(error).not.toContain('hunter2')
  })
})

test('names a misspelled setting outside production, and starts', async () => {
  const child = place.start({ TRUSTED_PROXY: '10.0.0.1' })
  await child.url
  const line = 'TRUSTED_PROXY is not a setting; TRUSTED_PROXIES, which is unset, is.'
  expect(child.output().errors).toContain(line)
  child.signal('SIGTERM')
  expect(await child.exited).toBe(0)
})
