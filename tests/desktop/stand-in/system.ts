import { eventOf } from './event.ts'
import { StrictEmitter, strict } from './strict.ts'

/** Fake of `screen` with displays set by the test. */
export class StandInScreen
  extends StrictEmitter
  implements Pick<Electron.Screen, 'getCursorScreenPoint'>
{
  displays = [displayOf(1, { x: 0, y: 0, width: 1920, height: 1080 })]

  getAllDisplays() {
    return this.displays
  }
  getPrimaryDisplay() {
    const [first] = this.displays
    if (!first) throw new Error('there is no display')
    return first
  }
  getDisplayMatching(bounds: Electron.Rectangle) {
    return this.displays.toSorted((a, b) => common(b.bounds, bounds) - common(a.bounds, bounds))[0]
  }
  scaleAt(x: number) {
    const at = this.displays.find(({ bounds }) => x >= bounds.x && x < bounds.x + bounds.width)
    return (at ?? this.getPrimaryDisplay()).scaleFactor
  }
  getDisplayNearestPoint() {
    return this.getPrimaryDisplay()
  }
  getCursorScreenPoint() {
    return { x: 0, y: 0 }
  }
}

/** A display with a 40-point bar at the top. */
export function displayOf(id: number, bounds: Electron.Rectangle, scaleFactor = 1) {
  const workArea = { ...bounds, y: bounds.y + 40, height: bounds.height - 40 }
  return {
    id,
    bounds,
    workArea,
    scaleFactor,
    size: { width: bounds.width, height: bounds.height },
    workAreaSize: { width: workArea.width, height: workArea.height },
  } satisfies Partial<Electron.Display>
}

function common(a: Electron.Rectangle, b: Electron.Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** Fake of `powerMonitor`; tests emit its events. */
export class StandInPower
  extends StrictEmitter
  implements Pick<Electron.PowerMonitor, 'getSystemIdleTime' | 'isOnBatteryPower'>
{
  getSystemIdleTime(): number {
    return 0
  }
  isOnBatteryPower(): boolean {
    return false
  }
}

/** Fake of `autoUpdater`, Squirrel on macOS; tests emit its events. */
export class StandInNativeUpdater extends StrictEmitter {}

/** Fake of `globalShortcut`. */
export function standInShortcuts() {
  const registered = new Map<string, () => void>()
  /** Shortcuts of other programs. */
  const taken = new Set<string>()
  const api = strict('globalShortcut', {
    register(accelerator: string, task: () => void) {
      if (registered.has(accelerator) || taken.has(accelerator)) return false
      registered.set(accelerator, task)
      return true
    },
    isRegistered: (accelerator: string) => registered.has(accelerator),
    unregister: (accelerator: string) => void registered.delete(accelerator),
    unregisterAll: () => registered.clear(),
  } satisfies Partial<Electron.GlobalShortcut>)
  return {
    api,
    registered,
    taken,
    /** Presses the shortcut. */
    press(accelerator: string) {
      const task = registered.get(accelerator)
      if (!task) throw new Error(`${accelerator} is not among ${[...registered.keys()]}`)
      task()
    },
  }
}

/** Fake of `shell` that records opened URLs. */
export function standInShell() {
  const opened: string[] = []
  const broken = { isBroken: false }
  /** Files shown in the file manager. */
  const revealed: string[] = []
  const api = strict('shell', {
    openExternal: async (url: string) => {
      opened.push(url)
      if (broken.isBroken) throw new Error('Failed to open URL')
    },
    showItemInFolder: (path: string) => void revealed.push(path),
  } satisfies Partial<Electron.Shell>)
  return { api, opened, broken, revealed }
}

/**
 * Fake of `dialog` that records messages and answers as configured. A message box without parent throws while
 * a window is visible: macOS would stop the app until the answer, Linux deliver it late, and Windows and X11
 * open it behind a window on top (electron#7177).
 */
export function standInDialogs(isAnyVisible: () => boolean) {
  const shown: Electron.MessageBoxOptions[] = []
  /** The window of each message box with one. */
  const parents: unknown[] = []
  /** Index of the button pressed; Escape by default. */
  const person = {
    answer: (options: Electron.MessageBoxOptions): number => options.cancelId ?? 0,
  }
  const ask = (...args: unknown[]): number => {
    if (args.length === 1 && isAnyVisible()) throw new Error('a message box without parent')
    if (args.length > 1) parents.push(args[0])
    return show(...args)
  }
  const show = (...args: unknown[]): number => {
    const options: Electron.MessageBoxOptions = Object.assign({ message: '' }, args.at(-1))
    shown.push(options)
    return person.answer(options)
  }
  const api = strict('dialog', {
    showMessageBoxSync: ask,
    showMessageBox: async (...args: unknown[]) => ({
      response: ask(...args),
      checkboxChecked: false,
    }),
    showErrorBox: (title: string, content: string) =>
      void show({ message: `${title}: ${content}` }),
  } satisfies Partial<Electron.Dialog>)
  return { api, shown, parents, person }
}

/** Fake of `nativeTheme`. */
export class StandInTheme extends StrictEmitter {
  themeSource: Electron.NativeTheme['themeSource'] = 'system'
  private isSystemDark = false

  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'system' ? this.isSystemDark : this.themeSource === 'dark'
  }
  /** Of the taskbar, whatever the theme of the app. */
  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return this.isSystemDark
  }
  /** Changes the system theme. */
  turn(isDark: boolean): void {
    this.isSystemDark = isDark
    this.emit('updated', eventOf({}))
  }
}
