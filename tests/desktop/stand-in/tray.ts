import { fromRoot } from '#build/setup/project.mjs'
import { drawnPixels, imageOf, StandInImage } from './images.ts'
import type { StandInMenu } from './menu.ts'
import { StrictEmitter } from './strict.ts'

type Implemented =
  | 'setToolTip'
  | 'setTitle'
  | 'getTitle'
  | 'isDestroyed'
  | 'destroy'
  | 'getBounds'
  | 'setIgnoreDoubleClickEvents'

/** Fake of `Tray` that stores what it shows. */
export class StandInTray extends StrictEmitter implements Pick<Electron.Tray, Implemented> {
  image: StandInImage
  /** Path of the picture; '' for one in memory. */
  path = ''
  toolTip = ''
  menu: StandInMenu | null = null
  /** Number of updates of each part. */
  readonly changes = { image: 0, toolTip: 0, title: 0, menu: 0 }
  private title = ''
  private gone = false

  /** The id by which macOS remembers the icon's place. */
  readonly guid: string | undefined

  constructor(image: StandInImage | string, guid?: string) {
    super()
    this.guid = guid
    this.image = this.asImage(image)
  }

  setImage(image: StandInImage | string): void {
    this.alive()
    this.image = this.asImage(image)
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
  popUpContextMenu(menu: StandInMenu): void {
    this.alive()
    this.menu = menu
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

  /** Pixels that a system draws at a scale of the display. */
  drawnPixels(system: string, scale: number): number {
    return drawnPixels(this.image, this.path, system, scale)
  }

  private alive(): void {
    if (this.gone) throw new Error('Tray is destroyed')
  }
  private asImage(image: StandInImage | string): StandInImage {
    this.path = image instanceof StandInImage ? '' : image
    if (image instanceof StandInImage) return image
    // The pictures of the source tree: a copy of the app is deleted while late events still arrive.
    const [, name = ''] = image.split(/[\\/]build[\\/]icons[\\/]/)
    return imageOf(fromRoot('build', 'icons', name))
  }
}
