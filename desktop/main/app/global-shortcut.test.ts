import { describe, expect, test } from 'bun:test'
import { createAppSettings } from '#desktop/main/settings/settings.ts'
import { startGlobalShortcuts } from './global-shortcut.ts'

function start(
  saved: string | null = null,
  taken: readonly string[] = [],
  more = {},
  isWayland = false,
) {
  const settings = createAppSettings({
    file: { read: () => ({ globalShortcut: saved, ...more }), write: () => {} },
    systemLocales: () => [],
  })
  const registered = new Map<string, () => void>()
  const warnings: string[] = []
  const done: string[] = []
  const stop = startGlobalShortcuts({
    isWayland,
    globalShortcut: {
      register(accelerator, task) {
        if (accelerator === 'Nonsense') throw new TypeError('conversion failure')
        // The portal of Wayland overwrites an accelerator, and unregisters none.
        if (!isWayland && registered.has(accelerator)) return false
        if (taken.includes(accelerator)) return false
        registered.set(accelerator, task)
        return true
      },
      unregister(accelerator) {
        if (!isWayland) registered.delete(accelerator)
      },
    },
    settings,
    log: { warn: (message) => warnings.push(message) },
    tasks: {
      globalShortcut: () => done.push('app'),
      tickerShortcut: () => done.push('ticker'),
      voteShortcut: () => done.push('vote'),
      muteShortcut: () => done.push('mute'),
    },
  })
  const keys = () => [...registered.keys()]
  return { settings, registered, warnings, stop, keys, done }
}

describe('the global shortcut', () => {
  test('is registered at the start and unregistered at the end', () => {
    const { registered, keys, stop, done } = start('Control+Alt+T')
    registered.get('Control+Alt+T')?.()
    expect(done).toEqual(['app'])
    stop()
    expect(keys()).toEqual([])
  })

  test('replaces the one before', () => {
    const { settings, keys } = start('Control+Alt+T')
    settings.write({ globalShortcut: 'Control+Alt+B' })
    expect(keys()).toEqual(['Control+Alt+B'])
    settings.write({ globalShortcut: null })
    expect(keys()).toEqual([])
  })

  test.each(['Control+Alt+X', 'Nonsense'])('stays as it was when %s is refused', (refused) => {
    const { settings, keys, warnings } = start('Control+Alt+T', ['Control+Alt+X'])
    const reply = settings.write({ globalShortcut: refused })
    expect(reply.globalShortcut).toBe('Control+Alt+T')
    expect(settings.store.getState().globalShortcut).toBe('Control+Alt+T')
    expect(keys()).toEqual(['Control+Alt+T'])
    expect(warnings).toHaveLength(1)
  })

  test('of each action does its own, and none has the keys of another', () => {
    const more = { tickerShortcut: 'Alt+1', voteShortcut: 'Alt+2', muteShortcut: 'Alt+3' }
    const { settings, registered, keys, done, stop } = start('Alt+0', [], more)
    for (const key of ['Alt+0', 'Alt+1', 'Alt+2', 'Alt+3']) registered.get(key)?.()
    expect(done).toEqual(['app', 'ticker', 'vote', 'mute'])
    expect(settings.write({ voteShortcut: 'Alt+1' }).voteShortcut).toBe('Alt+2')
    stop()
    expect(keys()).toEqual([])
  })

  test('that is changed or cleared on Wayland does nothing any more', () => {
    const { settings, registered, done } = start('Alt+0', [], {}, true)
    settings.write({ globalShortcut: 'Alt+1' })
    registered.get('Alt+0')?.()
    registered.get('Alt+1')?.()
    expect(done).toEqual(['app'])
    settings.write({ globalShortcut: null })
    registered.get('Alt+1')?.()
    expect(done).toEqual(['app'])
    settings.write({ muteShortcut: 'Alt+0' })
    registered.get('Alt+0')?.()
    expect(done).toEqual(['app', 'mute'])
  })

  test('on Wayland does not take the keys of another action', () => {
    const { settings, registered, done } = start('Alt+0', [], { voteShortcut: 'Alt+0' }, true)
    expect(settings.write({ muteShortcut: 'Alt+0' }).muteShortcut).toBeNull()
    registered.get('Alt+0')?.()
    expect(done).toEqual(['app'])
  })

  test.each(['Control+F9', 'F12', 'Alt+Return', 'Control+`'])(
    'on Wayland is not %s, which has no name of its own there',
    (keys) => {
      const { settings, registered } = start(keys, [], {}, true)
      expect(settings.write({ muteShortcut: keys }).muteShortcut).toBeNull()
      expect([...registered.keys()]).toEqual([])
    },
  )

  test.each(['Alt+F', 'Control+Space', 'Alt+PageUp'])('on Wayland can be %s', (keys) => {
    expect(start(keys, [], {}, true).keys()).toEqual([keys])
  })

  test('is not forgotten when it is taken at the start', () => {
    const { settings, keys, warnings } = start('Control+Alt+X', ['Control+Alt+X'])
    expect(settings.store.getState().globalShortcut).toBe('Control+Alt+X')
    expect(keys()).toEqual([])
    expect(warnings).toHaveLength(1)
  })
})
