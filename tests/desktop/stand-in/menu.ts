import { StrictEmitter } from './strict.ts'

type Template = Electron.MenuItemConstructorOptions | StandInMenuItem

/** Effects of menu roles, as far as they are implemented. */
export type Roles = Partial<Record<string, () => void>>

/** Fake of `MenuItem`. */
export class StandInMenuItem extends StrictEmitter {
  readonly id: string | undefined
  readonly type: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly submenu: StandInMenu | undefined
  label: string
  sublabel: string
  toolTip: string
  enabled: boolean
  visible: boolean
  checked: boolean
  private readonly whenClicked: Electron.MenuItemConstructorOptions['click']

  constructor(options: Electron.MenuItemConstructorOptions) {
    super()
    this.id = options.id
    this.role = options.role
    this.accelerator = options.accelerator
    this.submenu = submenuOf(options.submenu)
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal')
    this.label = options.label ?? options.role ?? ''
    this.sublabel = options.sublabel ?? ''
    this.toolTip = options.toolTip ?? ''
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.whenClicked = options.click
  }

  /** Clicks the item; throws for a hidden or disabled one. */
  press(roles: Roles): void {
    if (!this.enabled || !this.visible) throw new Error(`"${this.label}" cannot be clicked`)
    if (this.type === 'checkbox') this.checked = !this.checked
    if (this.whenClicked) Reflect.apply(this.whenClicked, undefined, [this, undefined, {}])
    else if (this.role) roleOf(roles, this.role)()
    else throw new Error(`"${this.label}" does nothing`)
  }
}

function roleOf(roles: Roles, role: string): () => void {
  const found = roles[role.toLowerCase()]
  if (!found) throw new Error(`the stand-in for electron does not play the role ${role}`)
  return found
}

function submenuOf(
  submenu: Electron.MenuItemConstructorOptions['submenu'] | StandInMenu,
): StandInMenu | undefined {
  if (submenu instanceof StandInMenu || submenu === undefined) return submenu
  if (Array.isArray(submenu)) return StandInMenu.buildFromTemplate(submenu)
  throw new Error('a submenu is a template or a menu of the stand-in')
}

/** Fake of `Menu`. */
export class StandInMenu extends StrictEmitter {
  readonly items: StandInMenuItem[] = []
  /** The menu that popped up last. */
  static shown: StandInMenu | null = null

  static buildFromTemplate(template: readonly Template[]): StandInMenu {
    const menu = new StandInMenu()
    for (const item of template) {
      menu.append(item instanceof StandInMenuItem ? item : new StandInMenuItem(item))
    }
    return menu
  }

  append(item: StandInMenuItem): void {
    this.items.push(item)
  }
  getMenuItemById(id: string): StandInMenuItem | null {
    const found = this.items.find((item) => item.id === id)
    if (found) return found
    return this.items.map((item) => item.submenu?.getMenuItemById(id)).find(Boolean) ?? null
  }
  popup(): void {
    StandInMenu.shown = this
    this.emit('menu-will-show')
  }
  closePopup(): void {
    this.emit('menu-will-close')
  }

  /** Visible labels in order, a submenu's after its parent. */
  labels(): string[] {
    return this.items
      .filter((item) => item.visible && item.type !== 'separator')
      .flatMap((item) => [item.label, ...(item.submenu?.labels() ?? [])])
  }

  /** The item at a path of labels. */
  find(...path: string[]): StandInMenuItem {
    const [label, ...rest] = path
    const item = this.items.find((one) => one.visible && one.label === label)
    if (!item) throw new Error(`no "${label}" among ${JSON.stringify(this.labels())}`)
    if (rest.length === 0) return item
    if (!item.submenu) throw new Error(`"${label}" opens nothing`)
    return item.submenu.find(...rest)
  }
}
