import { describe, expect, test } from 'bun:test'
import { createAppSettings } from '#desktop/main/settings/settings.ts'
import { startGlobalShortcut } from './global-shortcut.ts'

function start(saved: string | null = null, taken: readonly string[] = []) {
  const settings = createAppSettings({
    file: { read: () => ({ globalShortcut: saved }), write: () => {} },
    systemLocales: () => [],
  })
  const registered = new Map<string, () => void>()
  const warnings: string[] = []
  let toggles = 0
  const stop = startGlobalShortcut({
    globalShortcut: {
      register(accelerator, task) {
        if (accelerator === 'Nonsense') throw new TypeError('conversion failure')
        if (taken.includes(accelerator)) return false
        registered.set(accelerator, task)
        return true
      },
      unregister: (accelerator) => void registered.delete(accelerator),
    },
    settings,
    log: { warn: (message) => warnings.push(message) },
    toggle: () => toggles++,
  })
  const keys = () => [...registered.keys()]
  return { settings, registered, warnings, stop, keys, toggles: () => toggles }
}

describe('the global shortcut', () => {
  test('is registered at the start and unregistered at the end', () => {
    const { registered, keys, stop, toggles } = start('Control+Alt+T')
    registered.get('Control+Alt+T')?.()
    expect(toggles()).toBe(1)
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

  test('is not forgotten when it is taken at the start', () => {
    const { settings, keys, warnings } = start('Control+Alt+X', ['Control+Alt+X'])
    expect(settings.store.getState().globalShortcut).toBe('Control+Alt+X')
    expect(keys()).toEqual([])
    expect(warnings).toHaveLength(1)
  })
})
