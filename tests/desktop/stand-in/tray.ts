import { readFileSync } from 'node:fs'
import { fromRoot } from '#build/setup/project.mjs'
import { StandInImage } from './images.ts'
import type { StandInMenu } from './menu.ts'
import { StrictEmitter } from './strict.ts'

type Implemented =
  | 'setToolTip'
  | 'setTitle'
  | 'getTitle'
  | 'isDestroyed'
  | 'destroy'
  | 'getBounds'
  | 'popUpContextMenu'
  | 'setIgnoreDoubleClickEvents'

/** Fake of `Tray` that stores what it shows. */
export class StandInTray extends StrictEmitter implements Pick<Electron.Tray, Implemented> {
  image: StandInImage
  toolTip = ''
  menu: StandInMenu | null = null
  /** Number of updates of each part. */
  readonly changes = { image: 0, toolTip: 0, title: 0, menu: 0 }
  private title = ''
  private gone = false

  constructor(image: StandInImage | string) {
    super()
    this.image = asImage(image)
  }

  setImage(image: StandInImage | string): void {
    this.alive()
    this.image = asImage(image)
    this.changes.image++
  }
  setToolTip(toolTip: string): void {
    this.alive()
    this.toolTip = toolTip
    this.changes.toolTip++
  }
  setTitle(title: string): void {
    this.alive()
    this.title = title
    this.changes.title++
  }
  getTitle(): string {
    return this.title
  }
  setContextMenu(menu: StandInMenu | null): void {
    this.alive()
    this.menu = menu
    this.changes.menu++
  }
  popUpContextMenu(): void {
    this.alive()
  }
  setIgnoreDoubleClickEvents(): void {}
  getBounds(): Electron.Rectangle {
    return { x: 0, y: 0, width: 22, height: 22 }
  }
  isDestroyed(): boolean {
    return this.gone
  }
  destroy(): void {
    this.gone = true
    this.emit('destroyed')
  }

  private alive(): void {
    if (this.gone) throw new Error('Tray is destroyed')
  }
}

const asImage = (image: StandInImage | string): StandInImage => {
  if (image instanceof StandInImage) return image
  // The pictures of the source tree: a copy of the app is deleted while late events still arrive.
  // Throws for a missing file, as Electron does.
  const [, name = ''] = image.split(/[\\/]build[\\/]icons[\\/]/)
  return new StandInImage(readFileSync(fromRoot('build', 'icons', name)))
}
