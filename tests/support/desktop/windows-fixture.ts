import { EventEmitter } from 'node:events'
import type { Rectangle } from 'electron'
import type { JsonFile } from '#desktop/main/settings/json-file.ts'
import { createAppSettings } from '#desktop/main/settings/settings.ts'
import { webPreferences } from '#desktop/main/windows/app-window.ts'
import { createWindows } from '#desktop/main/windows/windows.ts'
import { FakeWindow } from './fake-window.ts'

function createMemoryFile(first: Record<string, unknown> = {}): JsonFile {
  let value = first
  return {
    read: () => value,
    write: (next) => {
      value = next
    },
  }
}

interface Display {
  bounds: Rectangle
  workArea: Rectangle
}

const laptop = { x: 0, y: 25, width: 1440, height: 875 }

/** The windows on one display, with fakes; `stored` is the file of their bounds. */
export function windows(
  stored: Record<string, unknown> = {},
  system = 'linux',
  { isDark = false, isWayland = false } = {},
) {
  FakeWindow.all = []
  const settings = createAppSettings({ file: createMemoryFile(), systemLocales: () => ['ko-KR'] })
  const file = createMemoryFile(stored)
  const display: Display = { bounds: { ...laptop, y: 0, height: 900 }, workArea: laptop }
  const screen = Object.assign(new EventEmitter(), {
    displays: [display],
    getAllDisplays: () => screen.displays,
    getPrimaryDisplay: () => display,
    getDisplayMatching: ({ x }: Rectangle) => {
      const isAt = ({ bounds }: Display) => x >= bounds.x && x < bounds.x + bounds.width
      return screen.displays.find(isAt) ?? display
    },
  })
  const hours = { areHidden: false }
  const created = createWindows({
    BrowserWindow: FakeWindow,
    screen,
    nativeTheme: { shouldUseDarkColors: isDark },
    file,
    settings,
    isMiniShown: () => settings.store.getState().isMiniOpen && !hours.areHidden,
    preferences: webPreferences({ preload: '/preload.cjs', isPackaged: true }),
    system,
    isWayland,
    icon: system === 'linux' ? '/icon.png' : undefined,
  })
  const newest = () => {
    const window = FakeWindow.all.at(-1)
    if (!window) throw new Error('there is no window')
    return window
  }
  const count = () => FakeWindow.all.length
  return { ...created, settings, hours, file, display, screen, newest, count }
}

/** Finishes the first paint. */
export const finish = (window: FakeWindow) => {
  window.isLoading = false
  window.emit('ready-to-show')
}
