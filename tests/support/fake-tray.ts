import type { MenuItem, TrayHandle, TrayMenu } from '#desktop/main/tray/electron-parts.ts'
import type { IconImage } from '#desktop/main/tray/icon/icon-images.ts'

class FakeImage implements IconImage {
  isTemplate = false
  addRepresentation() {}
  setTemplateImage(isTemplate: boolean) {
    this.isTemplate = isTemplate
  }
}

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

/** Electron's Tray, Menu and nativeImage, noting what is done to them. */
export function fakeTrayParts() {
  const calls = { image: 0, title: 0, tooltip: 0, menu: 0 }
  const seen = { title: '', tooltip: '', isDestroyed: false, ignoresDoubleClicks: false }
  const images: FakeImage[] = []
  const listeners = new Map<string, () => void>()
  let menu: FakeMenu | null = null
  const popUps: FakeMenu[] = []

  class FakeTray implements TrayHandle<FakeImage, FakeMenu> {
    constructor(image: FakeImage) {
      images.push(image)
    }
    setImage(image: FakeImage) {
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
    nativeImage: { createFromBuffer: () => new FakeImage() },
    calls,
    seen,
    images,
    popUps,
    click: (event: 'click' | 'right-click' = 'click') => listeners.get(event)?.(),
    /** The menu that the desktop holds. */
    menu() {
      if (!menu) throw new Error('no menu was handed over')
      return menu
    },
    hasMenu: () => menu !== null,
  }
}
