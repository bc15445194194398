import type { TrayMenu } from '#desktop/main/tray/linux-menu.ts'
import type { TrayHandle } from '#desktop/main/tray/tray.ts'
import type { MenuItem } from '#desktop/main/tray/tray-view.ts'

class FakeMenu implements TrayMenu {
  readonly items: MenuItem[]
  private readonly listeners: { event: string; listener: () => void }[] = []

  constructor(items: MenuItem[]) {
    this.items = items
  }
  on(event: string, listener: () => void) {
    this.listeners.push({ event, listener })
  }
  emit(event: 'menu-will-show' | 'menu-will-close') {
    for (const { event: own, listener } of this.listeners) if (own === event) listener()
  }
  labels(): string[] {
    return this.items.map(({ label = '---' }) => label)
  }
  item(label: string): MenuItem {
    const found = this.items.find((item) => item.label === label)
    if (!found) throw new Error(`no item ${label} in ${this.labels()}`)
    return found
  }
}

/** A picture in memory. */
interface FakeImage {
  bitmap: Buffer
  width: number
  height: number
}

/** Fakes of Electron's Tray, Menu and nativeImage that record calls. */
export function createFakeTray() {
  const calls = { image: 0, title: 0, tooltip: 0, menu: 0 }
  const seen = { title: '', tooltip: '', isDestroyed: false, ignoresDoubleClicks: false }
  const images: (string | FakeImage)[] = []
  const listeners = new Map<string, () => void>()
  let menu: FakeMenu | null = null
  const popUps: FakeMenu[] = []

  class FakeTray implements TrayHandle<FakeMenu, FakeImage> {
    constructor(image: string | FakeImage) {
      images.push(image)
    }
    setImage(image: string | FakeImage) {
      calls.image += 1
      images.push(image)
    }
    setTitle(title: string) {
      calls.title += 1
      seen.title = title
    }
    setToolTip(text: string) {
      calls.tooltip += 1
      seen.tooltip = text
    }
    setContextMenu(next: FakeMenu) {
      calls.menu += 1
      menu = next
    }
    popUpContextMenu(next: FakeMenu) {
      popUps.push(next)
    }
    setIgnoreDoubleClickEvents(isIgnored: boolean) {
      seen.ignoresDoubleClicks = isIgnored
    }
    on(event: string, listener: () => void) {
      listeners.set(event, listener)
    }
    destroy() {
      seen.isDestroyed = true
    }
  }

  return {
    Tray: FakeTray,
    Menu: { buildFromTemplate: (items: MenuItem[]) => new FakeMenu(items) },
    nativeImage: {
      createFromBitmap: (bitmap: Buffer, size: Omit<FakeImage, 'bitmap'>) => ({ bitmap, ...size }),
    },
    calls,
    seen,
    images,
    popUps,
    click: (event: 'click' | 'right-click' = 'click') => listeners.get(event)?.(),
    /** The menu that was set last. */
    menu() {
      if (!menu) throw new Error('no menu was handed over')
      return menu
    },
    hasMenu: () => menu !== null,
  }
}
