import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { turn } from '#tests/support/desktop/session-fixture.ts'
import { createKeychain } from './keychain.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** The words of the library, as a real Secret Service made it say them. */
const LOCKED = "Couldn't access platform storage: Secret Service: unlock prompt was dismissed"
const SILENT = 'Platform failure: DBus error: Did not receive a reply. Possible causes include: …'
const AWAY =
  'Platform failure: DBus error: The name org.freedesktop.secrets was not provided by any .service files'
const RESTARTED = 'Platform failure: DBus error: The session does not exist'

/** A keychain whose store is in the hand of the test. */
function fixture() {
  const store = new Map<string, string>()
  const made: unknown[][] = []
  const done: string[] = []
  const plan = {
    open: () => {},
    act: async () => {},
  }
  class AsyncEntry {
    readonly #name: string
    constructor(...args: unknown[]) {
      plan.open()
      made.push(args)
      this.#name = args.slice(0, 2).join(' ')
    }
    async getPassword() {
      await plan.act()
      done.push('get')
      return store.get(this.#name) ?? null
    }
    async setPassword(token: string) {
      await plan.act()
      done.push(`set ${token}`)
      store.set(this.#name, token)
    }
    async deletePassword() {
      await plan.act()
      done.push('delete')
      return store.delete(this.#name)
    }
  }
  const load = async () => ({ AsyncEntry })
  const deps = { load, service: 'app.example', origin: 'https://api.example' }
  return { keychain: createKeychain(deps), deps, store, made, done, plan }
}

const failing = (words: string) => async () => {
  throw new Error(words)
}

describe('the keychain', () => {
  test('is missing where the library does not run', async () => {
    const load = () => Promise.reject(new Error('Cannot find native binding'))
    const keychain = createKeychain({ ...fixture().deps, load })
    expect(await keychain.read()).toEqual({ tokenStorage: 'unavailable', token: null })
    expect([await keychain.write('r1'), await keychain.clear()]).toEqual([
      'unavailable',
      'unavailable',
    ])
  })

  test('keeps one token for each server, in the store that outlives a restart', async () => {
    const { keychain, deps, made } = fixture()
    expect(made).toEqual([])
    expect(await keychain.read()).toEqual({ tokenStorage: 'keychain', token: null })
    expect(await keychain.write('r1')).toBe('keychain')
    expect(await keychain.read()).toEqual({ tokenStorage: 'keychain', token: 'r1' })
    const other = createKeychain({ ...deps, origin: 'http://127.0.0.1:3000' })
    expect(await other.read()).toEqual({ tokenStorage: 'keychain', token: null })
    expect(made).toEqual([
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
    ['locked', SILENT],
    ['locked', 'Platform failure: The user name or passphrase you entered is not correct.'],
    ['locked', ''],
    ['unavailable', AWAY],
    ['unavailable', 'Platform failure: DBus error: Failed to connect to socket /x: No such file'],
  ] as const)('says %s for "%s"', async (tokenStorage, words) => {
    const { keychain, plan } = fixture()
    plan.act = failing(words)
    expect(await keychain.read()).toEqual({ tokenStorage, token: null })
    expect(await keychain.write('r1')).toBe(tokenStorage)
    expect(await keychain.clear()).toBe(tokenStorage)
  })

  test('a constructor that throws is no different', async () => {
    const { keychain, plan } = fixture()
    plan.open = () => {
      throw new Error(AWAY)
    }
    expect(await keychain.write('r1')).toBe('unavailable')
    plan.open = () => {}
    expect(await keychain.write('r2')).toBe('keychain')
  })

  test('survives a restart of the Secret Service', async () => {
    const { keychain, plan, made } = fixture()
    await keychain.write('r1')
    plan.act = async () => {
      plan.act = async () => {}
      throw new Error(RESTARTED)
    }
    expect(await keychain.read()).toEqual({ tokenStorage: 'keychain', token: 'r1' })
    expect(made).toHaveLength(2)
  })
})

describe('a keychain that asks its person', () => {
  test('is not waited for longer than ten seconds, and then not at all', async () => {
    const { keychain, plan } = fixture()
    plan.act = () => new Promise(() => {})
    const read = keychain.read()
    await turn()
    jest.advanceTimersByTime(10_000)
    expect(await read).toEqual({ tokenStorage: 'locked', token: null })
    expect(await keychain.write('r1')).toBe('locked')
    expect(jest.getTimerCount()).toBe(0)
  })

  test('does everything in order once it is opened, and says so', async () => {
    const { keychain, plan, store, done } = fixture()
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
    expect(done).toEqual([])
    open()
    await turn()
    expect(done).toEqual(['get', 'set r2', 'delete'])
    expect(late).toEqual(['r1', 'written'])
    expect(store.size).toBe(0)
    expect(await keychain.write('r3')).toBe('keychain')
  })
})
