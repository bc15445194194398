import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CallName, CHANNELS } from '#desktop/bridge/contract.ts'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { type Caller, type GateOptions, type Handlers, openGate } from './gate.ts'

type Listener = Parameters<GateOptions['ipcMain']['handle']>[1]

function fakeCaller(origin = 'app://tidemark') {
  const mainFrame = { origin }
  const caller: Caller = {
    id: 1,
    mainFrame,
    send() {},
    once() {},
    isDestroyed: () => false,
  }
  return { sender: caller, senderFrame: mainFrame }
}

function openedGate(replace: Partial<Handlers> = {}) {
  const listeners = new Map<string, Listener>()
  const answered: [name: string, ...args: unknown[]][] = []
  const log: string[] = []
  /** A listener that a library added before the gate, and Electron's own. */
  const messages = new Set(['electron-store-get-data', 'error'])
  const note =
    <Answer>(name: CallName, answer: Answer) =>
    (_caller: Caller, ...args: unknown[]) => {
      answered.push([name, ...args])
      return answer
    }
  const handlers: Handlers = {
    'app:start': () => {
      throw new Error('keychain error: secret')
    },
    'session:sign-in': note('session:sign-in', 'signedIn' as const),
    'session:link': note('session:link', 'linked' as const),
    'session:cancel': note('session:cancel', null),
    'session:renew': note('session:renew', { status: 'ended' as const }),
    'session:adopt': note('session:adopt', null),
    'session:end': note('session:end', null),
    'stream:join': note('stream:join', null),
    'stream:wake': note('stream:wake', null),
    'stream:votes': note('stream:votes', null),
    'stream:thread': note('stream:thread', null),
    'settings:write': note('settings:write', DEFAULT_SETTINGS),
    'window:open': note('window:open', null),
    'window:panel': note('window:panel', null),
    'update:install': note('update:install', null),
    ...replace,
  }
  const appWindow = fakeCaller()
  const close = openGate(
    {
      ipcMain: {
        handle: (name, listener) => void listeners.set(name, listener),
        removeHandler: (name) => void listeners.delete(name),
        removeAllListeners: (name) => messages.delete(name),
      },
      isOurs: (page) => page === appWindow.sender,
      warn: (message) => log.push(message),
    },
    handlers,
  )
  const call = async (event: Parameters<Listener>[0], name: string, ...args: unknown[]) => {
    const listener = listeners.get(name)
    if (!listener) throw new Error('No handler registered')
    return listener(event, ...args)
  }
  return { appWindow, call, answered, log, listeners, messages, close }
}

describe('the gate', () => {
  test('registers the calls of the contract and no others', () => {
    const { listeners, close } = openedGate()
    expect([...listeners.keys()].sort()).toEqual(Object.keys(CHANNELS).sort())
    close()
    expect(listeners.size).toBe(0)
  })

  test("removes the listener of electron-store, not Electron's own", () => {
    expect([...openedGate().messages]).toEqual(['error'])
  })

  test('passes calls of an app window with their arguments', async () => {
    const { appWindow, call, answered } = openedGate()
    expect(await call(appWindow, 'session:sign-in', 'ko-KR', 'local')).toBe('signedIn')
    expect(await call(appWindow, 'window:open', '/vote/view/1')).toBeNull()
    expect(answered).toEqual([
      ['session:sign-in', 'ko-KR', 'local'],
      ['window:open', '/vote/view/1'],
    ])
  })

  const { sender } = fakeCaller()
  test.each<[string, (appWindow: ReturnType<typeof fakeCaller>) => Parameters<Listener>[0]]>([
    ['UNKNOWN_WINDOW', () => fakeCaller()],
    ['UNKNOWN_WINDOW', () => ({ sender, senderFrame: { origin: 'app://tidemark' } })],
    ['WRONG_FRAME', (appWindow) => ({ ...appWindow, senderFrame: null })],
    ['WRONG_FRAME', (appWindow) => ({ ...appWindow, senderFrame: { origin: 'app://tidemark' } })],
    [
      'WRONG_FRAME',
      (appWindow) => ({ ...appWindow, senderFrame: { origin: 'https://player.vimeo.com' } }),
    ],
  ])('%s', async (refusal, eventOf) => {
    const { appWindow, call, answered, log } = openedGate()
    for (const name of Object.keys(CHANNELS)) {
      await expect(call(eventOf(appWindow), name)).rejects.toThrow(refusal)
    }
    expect(answered).toEqual([])
    expect(log).toHaveLength(Object.keys(CHANNELS).length)
  })

  test.each([
    'https://tidemark.app',
    'app://tidemark.elsewhere',
    'app://tidemark:1',
    'app://elsewhere',
    'app://',
    'file://',
    'null',
    '',
  ])('WRONG_ORIGIN: a window that shows %p', async (origin) => {
    const { appWindow, call, answered } = openedGate()
    Object.assign(appWindow.senderFrame, { origin })
    await expect(call(appWindow, 'session:end')).rejects.toThrow('WRONG_ORIGIN')
    expect(answered).toEqual([])
  })

  test.each<[CallName, unknown[]]>([
    ['session:sign-in', []],
    ['session:sign-in', ['fr-FR', 'kakao']],
    ['session:sign-in', ['ko-KR', 'kakao', 'more']],
    ['session:sign-in', ['ko-KR', '../kakao']],
    ['session:sign-in', ['ko-KR', null]],
    ['session:link', ['ko-KR', '../kakao', 'link']],
    ['session:link', ['ko-KR', 'kakao', 'delete']],
    ['session:link', ['ko-KR']],
    ['session:cancel', [1]],
    ['session:renew', [null]],
    ['session:renew', ['x'.repeat(8193)]],
    ['session:adopt', [{ accessToken: 'x' }]],
    ['stream:votes', []],
    ['stream:votes', ['votes']],
    ['stream:thread', []],
    ['stream:thread', [{ target: 'vote', id: 0 }]],
    ['settings:write', [{}, {}]],
    ['settings:write', [{ isMuted: 'yes' }]],
    ['settings:write', [{ refreshToken: 'x' }]],
    ['settings:write', [{ alerts: { opened: true } }]],
    ['settings:write', [{ levels: [{ price: '1e9', note: '', isOnce: false, sound: 'default' }] }]],
    ['settings:write', [{ levels: [{ price: '67250.1' }] }]],
    ['settings:write', [null]],
    ['window:open', ['//elsewhere.example']],
    ['window:open', ['/\\elsewhere.example']],
    ['window:open', ['https://elsewhere.example']],
    ['window:open', ['vote']],
    ['window:open', [`/${'x'.repeat(512)}`]],
    ['window:open', [['/vote']]],
    ['window:panel', ['main']],
  ])('BAD_ARGUMENTS: %s %j', async (name, args) => {
    const { appWindow, call, answered } = openedGate()
    await expect(call(appWindow, name, ...args)).rejects.toThrow('BAD_ARGUMENTS')
    expect(answered).toEqual([])
  })

  test('writes arguments and errors neither to the log nor to the page', async () => {
    const { appWindow, call, log } = openedGate()
    await expect(call(appWindow, 'session:renew', 'secret', 'secret')).rejects.toThrow(
      /^BAD_ARGUMENTS$/,
    )
    await expect(call(appWindow, 'app:start')).rejects.toThrow(/^FAILED$/)
    expect(log).toEqual(['refused session:renew: BAD_ARGUMENTS', 'refused app:start: FAILED'])
  })

  test('any call is either rejected or validated', async () => {
    const { appWindow, call, answered } = openedGate()
    const names = fc.constantFrom(...Object.keys(CHANNELS))
    await fc.assert(
      fc.asyncProperty(names, fc.array(fc.anything(), { maxLength: 3 }), async (name, args) => {
        const before = answered.length
        const reply = await call(appWindow, name, ...args).catch((error: Error) => error.message)
        const isRefused = reply === 'BAD_ARGUMENTS' || reply === 'FAILED'
        expect(answered.length - before).toBe(isRefused ? 0 : 1)
      }),
    )
  })
})
