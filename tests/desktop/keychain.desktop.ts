import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { AsyncEntry } from '@napi-rs/keyring'
import { keyringAgain } from '#build/setup/keyring.mjs'
import { createKeychain } from '#desktop/main/session/keychain.ts'
import { eventually } from '#tests/support/eventually.ts'

const SERVICE = 'app.tidemark.desktop.test'
const ORIGIN = 'https://api.example'
const SECRETS = ['--dest=org.freedesktop.secrets', '/org/freedesktop/secrets']

// These tests lock and kill the keyring that they find, so it must be the one made for them.
if (!process.env.KEYRING_HOME)
  throw new Error('run this under withKeyring of build/setup/keyring.mjs')

const keychain = () => createKeychain({ AsyncEntry, service: SERVICE, origin: ORIGIN })

/** Asks something over D-Bus; answers what was said, or the refusal. */
function ask(...args: string[]): string {
  const options = ['--session', '--print-reply=literal']
  const { stdout, stderr } = spawnSync('dbus-send', [...options, ...args], { encoding: 'utf8' })
  return `${stdout}${stderr}`
}

/** The items of the test's service that the Secret Service itself knows: unlocked, then locked. */
const items = () =>
  ask(
    ...SECRETS,
    'org.freedesktop.Secret.Service.SearchItems',
    `dict:string:string:service,${SERVICE}`,
  ).match(/\/org\/freedesktop\/secrets\/collection\/\S+/g) ?? []

function lock() {
  const collection = '/org/freedesktop/secrets/collection/login'
  ask(...SECRETS, 'org.freedesktop.Secret.Service.Lock', `array:objpath:${collection}`)
}

/** The process that is the Secret Service now; undefined when there is none. */
function daemon(): number | undefined {
  const question = 'org.freedesktop.DBus.GetConnectionUnixProcessID'
  const name = 'string:org.freedesktop.secrets'
  const answer = ask('--dest=org.freedesktop.DBus', '/', question, name)
  const [, id] = /uint32 (\d+)/.exec(answer) ?? []
  return id ? Number(id) : undefined
}

async function end() {
  const id = daemon()
  if (id === undefined) return
  process.kill(id, 'SIGKILL')
  await eventually(() => daemon() === undefined)
}

async function start() {
  spawnSync('sh', keyringAgain)
  await eventually(() => daemon() !== undefined)
}

beforeEach(async () => {
  if (daemon() === undefined) await start()
})
afterEach(async () => {
  // Only a new process is unlocked again: no person is here to answer the question.
  await end()
  await start()
  await keychain().clear()
})

describe('the keychain on the real Secret Service', () => {
  test('keeps the token there, and nowhere else, over a start of the app', async () => {
    expect(items()).toEqual([])
    expect(await keychain().write('r1')).toBe('kept')
    expect(items()).toHaveLength(1)
    expect(await keychain().read()).toEqual({ keeping: 'kept', token: 'r1' })
    expect(await keychain().write('r2')).toBe('kept')
    expect(items()).toHaveLength(1)
    expect(await keychain().read()).toEqual({ keeping: 'kept', token: 'r2' })
    const kernel = spawnSync('cat', ['/proc/keys'], { encoding: 'utf8' }).stdout
    expect(kernel).not.toContain(SERVICE)
  })

  test('keeps another token for another server', async () => {
    await keychain().write('r1')
    const other = createKeychain({ AsyncEntry, service: SERVICE, origin: 'http://127.0.0.1:3000' })
    expect(await other.read()).toEqual({ keeping: 'kept', token: null })
    await other.write('r2')
    expect(await keychain().read()).toEqual({ keeping: 'kept', token: 'r1' })
    expect(await other.clear()).toBe('kept')
  })

  test('leaves nothing behind when it is wiped', async () => {
    await keychain().write('r1')
    expect(await keychain().clear()).toBe('kept')
    expect(items()).toEqual([])
    expect(await keychain().clear()).toBe('kept')
    expect(await keychain().read()).toEqual({ keeping: 'kept', token: null })
  })

  test('says that it is locked', async () => {
    const own = keychain()
    await own.write('r1')
    lock()
    expect(await own.read()).toEqual({ keeping: 'locked', token: null })
    expect(await own.write('r2')).toBe('locked')
    expect(await own.clear()).toBe('locked')
    expect(await keychain().write('r2')).toBe('locked')
    // Unlocked again, it still holds what it held.
    await end()
    await start()
    expect(await own.read()).toEqual({ keeping: 'kept', token: 'r1' })
  })

  test('says that there is none, and uses one that comes later', async () => {
    const own = keychain()
    await own.write('r1')
    await end()
    expect(await own.read()).toEqual({ keeping: 'missing', token: null })
    expect(await own.write('r2')).toBe('missing')
    expect(await own.clear()).toBe('missing')
    expect(await keychain().write('r2')).toBe('missing')
    await start()
    expect(await own.write('r3')).toBe('kept')
    expect(await keychain().read()).toEqual({ keeping: 'kept', token: 'r3' })
  })

  test('a Secret Service that does not answer is as good as locked', async () => {
    const own = keychain()
    await own.write('r1')
    const id = daemon()
    if (id === undefined) throw new Error('no daemon')
    process.kill(id, 'SIGSTOP')
    expect(await own.read()).toEqual({ keeping: 'locked', token: null })
    process.kill(id, 'SIGCONT')
    expect(await own.read()).toEqual({ keeping: 'kept', token: 'r1' })
  })
})
