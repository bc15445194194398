import type { StandInMenu } from './menu.ts'
import { StrictEmitter } from './strict.ts'

/** Fake of `app.dock` that stores what the Dock shows. */
export class StandInDock extends StrictEmitter {
  badge = ''
  menu: StandInMenu | null = null

  isShown = true
  hide(): void {
    this.isShown = false
  }
  async show(): Promise<void> {
    this.isShown = true
  }
  setBadge(text: string): void {
    this.badge = text
  }
  setMenu(menu: StandInMenu): void {
    this.menu = menu
  }
}
