import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { createKeychain } from '#desktop/main/session/keychain.ts'
import {
  endSecretService,
  itemsOf,
  lockSecrets,
  secretService,
  startSecretService,
} from './support/secret-service.ts'

const SERVICE = 'app.tidemark.desktop.test'
const ORIGIN = 'https://api.example'

const load = () => import('@napi-rs/keyring')
const keychain = () => createKeychain({ load, service: SERVICE, origin: ORIGIN })

const items = () => itemsOf(SERVICE)

beforeEach(async () => {
  if (secretService() === undefined) await startSecretService()
})
afterEach(async () => {
  // Only a new process is unlocked again: nobody can answer a prompt here.
  await endSecretService()
  await startSecretService()
  await keychain().clear()
})

describe('the token storage on the real Secret Service', () => {
  test('stores the token only there, across a restart of the app', async () => {
    expect(items()).toEqual([])
    expect(await keychain().write('r1')).toBe('keychain')
    expect(items()).toHaveLength(1)
    expect(await keychain().read()).toEqual({ tokenStorage: 'keychain', token: 'r1' })
    expect(await keychain().write('r2')).toBe('keychain')
    expect(items()).toHaveLength(1)
    expect(await keychain().read()).toEqual({ tokenStorage: 'keychain', token: 'r2' })
    const kernel = spawnSync('cat', ['/proc/keys'], { encoding: 'utf8' }).stdout
    expect(kernel).not.toContain(SERVICE)
  })

  test('stores a separate token per server', async () => {
    await keychain().write('r1')
    const other = createKeychain({ load, service: SERVICE, origin: 'http://127.0.0.1:3000' })
    expect(await other.read()).toEqual({ tokenStorage: 'keychain', token: null })
    await other.write('r2')
    expect(await keychain().read()).toEqual({ tokenStorage: 'keychain', token: 'r1' })
    expect(await other.clear()).toBe('keychain')
  })

  test('removes the item on deletion', async () => {
    await keychain().write('r1')
    expect(await keychain().clear()).toBe('keychain')
    expect(items()).toEqual([])
    expect(await keychain().clear()).toBe('keychain')
    expect(await keychain().read()).toEqual({ tokenStorage: 'keychain', token: null })
  })

  test('reports a locked keychain', async () => {
    const own = keychain()
    await own.write('r1')
    lockSecrets()
    expect(await own.read()).toEqual({ tokenStorage: 'locked', token: null })
    expect(await own.write('r2')).toBe('locked')
    expect(await own.clear()).toBe('locked')
    expect(await keychain().write('r2')).toBe('locked')
    // The item survives locking.
    await endSecretService()
    await startSecretService()
    expect(await own.read()).toEqual({ tokenStorage: 'keychain', token: 'r1' })
  })

  test('reports a missing keychain, and uses one that becomes available later', async () => {
    const own = keychain()
    await own.write('r1')
    await endSecretService()
    expect(await own.read()).toEqual({ tokenStorage: 'unavailable', token: null })
    expect(await own.write('r2')).toBe('unavailable')
    expect(await own.clear()).toBe('unavailable')
    expect(await keychain().write('r2')).toBe('unavailable')
    await startSecretService()
    expect(await own.write('r3')).toBe('keychain')
    expect(await keychain().read()).toEqual({ tokenStorage: 'keychain', token: 'r3' })
  })

  test('treats an unresponsive Secret Service as locked', async () => {
    const own = keychain()
    await own.write('r1')
    const id = secretService()
    if (id === undefined) throw new Error('no daemon')
    process.kill(id, 'SIGSTOP')
    expect(await own.read()).toEqual({ tokenStorage: 'locked', token: null })
    process.kill(id, 'SIGCONT')
    expect(await own.read()).toEqual({ tokenStorage: 'keychain', token: 'r1' })
  })
})
