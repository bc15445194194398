import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { turn } from '#tests/support/desktop/session-fixture.ts'
import { createKeychain } from './keychain.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** Messages of the library, recorded with a real Secret Service. */
const LOCKED = "Couldn't access platform storage: Secret Service: unlock prompt was dismissed"
const NO_REPLY = 'Platform failure: DBus error: Did not receive a reply. Possible causes include: …'
const NOT_PROVIDED =
  'Platform failure: DBus error: The name org.freedesktop.secrets was not provided by any .service files'
const RESTARTED = 'Platform failure: DBus error: The session does not exist'

/** A keychain on a fake credential store. */
function createFixture() {
  const store = new Map<string, string>()
  const entries: unknown[][] = []
  const calls: string[] = []
  const plan = {
    open: () => {},
    act: async () => {},
  }
  class AsyncEntry {
    readonly #name: string
    constructor(...args: unknown[]) {
      plan.open()
      entries.push(args)
      this.#name = args.slice(0, 2).join(' ')
    }
    async getPassword() {
      await plan.act()
      calls.push('get')
      return store.get(this.#name) ?? null
    }
    async setPassword(token: string) {
      await plan.act()
      calls.push(`set ${token}`)
      store.set(this.#name, token)
    }
    async deletePassword() {
      await plan.act()
      calls.push('delete')
      return store.delete(this.#name)
    }
  }
  const load = async () => ({ AsyncEntry })
  const deps = { load, service: 'app.example', origin: 'https://api.example' }
  return { keychain: createKeychain(deps), deps, store, entries, calls, plan }
}

const failing = (message: string) => async () => {
  throw new Error(message)
}

describe('createKeychain', () => {
  test('is unavailable when the library does not load', async () => {
    const load = () => Promise.reject(new Error('Cannot find native binding'))
    const keychain = createKeychain({ ...createFixture().deps, load })
    expect(await keychain.read()).toEqual({ tokenStorage: 'unavailable', token: null })
    expect([await keychain.write('r1'), await keychain.clear()]).toEqual([
      'unavailable',
      'unavailable',
    ])
  })

  test('stores one token per server in the persistent store', async () => {
    const { keychain, deps, entries } = createFixture()
    expect(entries).toEqual([])
    expect(await keychain.read()).toEqual({ tokenStorage: 'keychain', token: null })
    expect(await keychain.write('r1')).toBe('keychain')
    expect(await keychain.read()).toEqual({ tokenStorage: 'keychain', token: 'r1' })
    const other = createKeychain({ ...deps, origin: 'http://127.0.0.1:3000' })
    expect(await other.read()).toEqual({ tokenStorage: 'keychain', token: null })
    expect(entries).toEqual([
      ['app.example', 'refresh-token@https://api.example', { linux: { store: 'secret-service' } }],
      [
        'app.example',
        'refresh-token@http://127.0.0.1:3000',
        { linux: { store: 'secret-service' } },
      ],
    ])
    expect(await keychain.clear()).toBe('keychain')
    expect(await keychain.clear()).toBe('keychain')
    expect(await keychain.read()).toEqual({ tokenStorage: 'keychain', token: null })
  })

  test.each([
    ['locked', LOCKED],
    ['locked', NO_REPLY],
    ['locked', 'Platform failure: The user name or passphrase you entered is not correct.'],
    ['locked', ''],
    ['unavailable', NOT_PROVIDED],
    ['unavailable', 'Platform failure: DBus error: Failed to connect to socket /x: No such file'],
  ] as const)('reports %s for "%s"', async (tokenStorage, message) => {
    const { keychain, plan } = createFixture()
    plan.act = failing(message)
    expect(await keychain.read()).toEqual({ tokenStorage, token: null })
    expect(await keychain.write('r1')).toBe(tokenStorage)
    expect(await keychain.clear()).toBe(tokenStorage)
  })

  test('handles an error of the constructor', async () => {
    const { keychain, plan } = createFixture()
    plan.open = () => {
      throw new Error(NOT_PROVIDED)
    }
    expect(await keychain.write('r1')).toBe('unavailable')
    plan.open = () => {}
    expect(await keychain.write('r2')).toBe('keychain')
  })

  test('survives a restart of the Secret Service', async () => {
    const { keychain, plan, entries } = createFixture()
    await keychain.write('r1')
    plan.act = async () => {
      plan.act = async () => {}
      throw new Error(RESTARTED)
    }
    expect(await keychain.read()).toEqual({ tokenStorage: 'keychain', token: 'r1' })
    expect(entries).toHaveLength(2)
  })
})

describe('a keychain that prompts the user', () => {
  test('reports locked after ten seconds, and then at once', async () => {
    const { keychain, plan } = createFixture()
    plan.act = () => new Promise(() => {})
    const read = keychain.read()
    await turn()
    jest.advanceTimersByTime(10_000)
    expect(await read).toEqual({ tokenStorage: 'locked', token: null })
    expect(await keychain.write('r1')).toBe('locked')
    expect(jest.getTimerCount()).toBe(0)
  })

  test('is not read a second time while its prompt is open', async () => {
    const { keychain, plan, calls } = createFixture()
    let open: () => void = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    plan.act = () => opened
    const read = keychain.read()
    await turn()
    jest.advanceTimersByTime(10_000)
    await read
    expect(await keychain.read()).toEqual({ tokenStorage: 'locked', token: null })
    open()
    await turn()
    expect(calls).toEqual(['get'])
  })

  test('runs pending calls in order after the unlock and reports late results', async () => {
    const { keychain, plan, store, calls } = createFixture()
    store.set('app.example refresh-token@https://api.example', 'r1')
    let open: () => void = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    plan.act = () => opened
    const late: string[] = []
    const read = keychain.read((token) => late.push(token))
    await turn()
    jest.advanceTimersByTime(10_000)
    await read
    await keychain.write('r2', () => late.push('written'))
    await keychain.clear()
    expect(calls).toEqual([])
    open()
    await turn()
    expect(calls).toEqual(['get', 'set r2', 'delete'])
    expect(late).toEqual(['r1', 'written'])
    expect(store.size).toBe(0)
    expect(await keychain.write('r3')).toBe('keychain')
  })
})
