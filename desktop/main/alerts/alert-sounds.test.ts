import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions } from 'electron'
import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { createAlertSounds } from './alert-sounds.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** Sounds with fake windows, which stay open until they are closed. */
function createFixture({ system = 'linux', disturbs = false }: Partial<Options> = {}) {
  const windows: SoundWindow[] = []
  class SoundWindow extends EventEmitter {
    url = ''
    isClosed = false
    readonly options: BrowserWindowConstructorOptions
    constructor(options: BrowserWindowConstructorOptions) {
      super()
      this.options = options
      windows.push(this)
    }
    async loadURL(url: string) {
      this.url = url
    }
    close() {
      if (this.isClosed) return
      this.isClosed = true
      this.emit('closed')
    }
  }
  const app = new EventEmitter()
  const store = createStore(() => DEFAULT_SETTINGS)
  const state = { disturbs }
  let now = 0
  const sounds = createAlertSounds({
    BrowserWindow: SoundWindow,
    preferences: { sandbox: true },
    app,
    settings: { store },
    system,
    doNotDisturb: async () => state.disturbs,
    now: () => now,
  })
  return {
    sounds,
    app,
    store,
    state,
    windows,
    open: () => windows.filter(({ isClosed }) => !isClosed).map(({ url }) => url),
    /** Lets time pass, and the answers of the system arrive. */
    async pass(milliseconds: number) {
      for (let left = milliseconds; left > 0; left -= 1_000) {
        now += 1_000
        jest.advanceTimersByTime(1_000)
        for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      }
    },
  }
}

interface Options {
  system: string
  disturbs: boolean | null
}

test('plays a sound in a hidden window with the volume of the settings', () => {
  const { sounds, store, windows } = createFixture()
  store.setState({ soundVolume: 35 })
  sounds.play('bell')
  expect(windows.map(({ url }) => url)).toEqual(['app://tidemark/sound/bell/35'])
  expect(windows[0]?.options).toEqual({ show: false, webPreferences: { sandbox: true } })
})

test('plays one sound at a time', () => {
  const { sounds, open } = createFixture()
  sounds.play('bell')
  sounds.play('knock')
  expect(open()).toEqual(['app://tidemark/sound/knock/80'])
})

test.each([{ soundVolume: 0 }, { isMuted: true }])('opens no window with %j', (part) => {
  const { sounds, store, windows } = createFixture()
  store.setState(part)
  sounds.play('bell')
  expect(windows).toEqual([])
})

test('closes a window that does not close itself, and leaves one alone that did', async () => {
  const { sounds, open, windows, pass } = createFixture()
  sounds.play('bell')
  windows[0]?.close()
  sounds.play('drop')
  await pass(14_000)
  expect(open()).toEqual(['app://tidemark/sound/drop/80'])
  await pass(1_000)
  expect(open()).toEqual([])
})

test('muted alerts and the focus of a window end a sound and its repetition', async () => {
  const { sounds, app, store, open, pass } = createFixture()
  store.setState({ isSoundRepeated: true })
  const ends = [
    () => store.setState({ isMuted: true }),
    () => app.emit('browser-window-focus'),
    () => sounds.dispose(),
  ]
  for (const end of ends) {
    store.setState({ isMuted: false })
    let repeats = 0
    sounds.play('bell')
    sounds.repeat({}, () => repeats++)
    end()
    expect(open()).toEqual([])
    await pass(60_000)
    expect(repeats).toBe(0)
  }
  expect(app.listenerCount('browser-window-focus')).toBe(0)
})

test('repeats every five seconds for less than a minute', async () => {
  const { sounds, store, pass } = createFixture()
  store.setState({ isSoundRepeated: true })
  let repeats = 0
  sounds.repeat({}, () => repeats++)
  await pass(10_000)
  expect(repeats).toBe(2)
  await pass(300_000)
  expect(repeats).toBe(11)
  expect(jest.getTimerCount()).toBe(0)
})

test('repeats nothing unless the user wants it, and ends when that changes', async () => {
  const { sounds, store, pass } = createFixture()
  let repeats = 0
  sounds.repeat({}, () => repeats++)
  await pass(60_000)
  store.setState({ isSoundRepeated: true })
  sounds.repeat({}, () => repeats++)
  await pass(5_000)
  store.setState({ isSoundRepeated: false })
  await pass(60_000)
  expect(repeats).toBe(1)
})

test('a response ends the repetition of its own notification only; a newer one replaces it', async () => {
  const { sounds, store, pass } = createFixture()
  store.setState({ isSoundRepeated: true })
  const [first, second] = [{}, {}]
  const played: string[] = []
  sounds.repeat(first, () => played.push('first'))
  sounds.repeat(second, () => played.push('second'))
  sounds.stop(first)
  await pass(5_000)
  sounds.stop(second)
  await pass(60_000)
  expect(played).toEqual(['second'])
})

test.each([true, null])('do-not-disturb that becomes %p ends a repetition', async (disturbs) => {
  const { sounds, state, store, pass } = createFixture()
  store.setState({ isSoundRepeated: true })
  let repeats = 0
  sounds.repeat({}, () => repeats++)
  await pass(5_000)
  state.disturbs = disturbs
  await pass(60_000)
  expect(repeats).toBe(1)
})

test.each([
  ['linux', false, true],
  ['linux', true, false],
  ['linux', null, false],
  // The system plays there, as its Focus allows.
  ['darwin', null, true],
] as const)(
  'on %s with do-not-disturb %p a sound may be played: %p',
  async (system, disturbs, expected) => {
    expect(await createFixture({ system, disturbs }).sounds.mayPlay()).toBe(expected)
  },
)
