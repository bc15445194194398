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
  // Only a new process is unlocked again: no person is here to answer the question.
  await endSecretService()
  await startSecretService()
  await keychain().clear()
})

describe('the keychain on the real Secret Service', () => {
  test('keeps the token there, and nowhere else, over a start of the app', async () => {
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

  test('keeps another token for another server', async () => {
    await keychain().write('r1')
    const other = createKeychain({ load, service: SERVICE, origin: 'http://127.0.0.1:3000' })
    expect(await other.read()).toEqual({ tokenStorage: 'keychain', token: null })
    await other.write('r2')
    expect(await keychain().read()).toEqual({ tokenStorage: 'keychain', token: 'r1' })
    expect(await other.clear()).toBe('keychain')
  })

  test('leaves nothing behind when it is wiped', async () => {
    await keychain().write('r1')
    expect(await keychain().clear()).toBe('keychain')
    expect(items()).toEqual([])
    expect(await keychain().clear()).toBe('keychain')
    expect(await keychain().read()).toEqual({ tokenStorage: 'keychain', token: null })
  })

  test('says that it is locked', async () => {
    const own = keychain()
    await own.write('r1')
    lockSecrets()
    expect(await own.read()).toEqual({ tokenStorage: 'locked', token: null })
    expect(await own.write('r2')).toBe('locked')
    expect(await own.clear()).toBe('locked')
    expect(await keychain().write('r2')).toBe('locked')
    // Unlocked again, it still holds what it held.
    await endSecretService()
    await startSecretService()
    expect(await own.read()).toEqual({ tokenStorage: 'keychain', token: 'r1' })
  })

  test('says that there is none, and uses one that comes later', async () => {
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

  test('a Secret Service that does not answer is as good as locked', async () => {
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
