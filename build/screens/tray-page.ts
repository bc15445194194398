import { readFileSync } from 'node:fs'
import type { MenuItemConstructorOptions } from 'electron'
import { fromRoot } from '#build/setup/project.mjs'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { setQuickActions } from '#desktop/main/menu/quick-actions.ts'
import { createAppSettings } from '#desktop/main/settings/settings.ts'
import { type IconPanel, shownDigits } from '#desktop/main/tray/digit-icon.ts'
import { createTrayText } from '#desktop/main/tray/price-text.ts'
import { trayIconPath } from '#desktop/main/tray/tray-icons.ts'
import { type TrayInput, type TrayLine, trayView } from '#desktop/main/tray/tray-view.ts'
import { escapeMarkup } from '#shared/html/escape.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { digitIconSvg } from './tray-digits.ts'

const SYSTEMS = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' } as const
type System = keyof typeof SYSTEMS

const ZONE = 'Asia/Seoul'

/** The Dock menu or the jump list; Linux has its own in the desktop file. */
function quickActions(system: System, locale: Locale): string[] {
  const labels: string[] = []
  const settings = createAppSettings({
    file: { read: () => ({ locale }), write: () => {} },
    systemLocales: () => [],
  })
  setQuickActions<MenuItemConstructorOptions[]>({
    app: {
      isPackaged: true,
      setUserTasks: (tasks) => labels.push(...tasks.map(({ title }) => title)) > 0,
      dock: system === 'darwin' ? { setMenu: () => {} } : undefined,
    },
    Menu: {
      buildFromTemplate(items) {
        labels.push(...items.map(({ label = '' }) => label))
        return items
      },
    },
    settings,
    system,
    executable: '',
    open: () => {},
  })
  return labels
}

function icon(system: System, view: ReturnType<typeof trayView>): string {
  const path = trayIconPath(fromRoot('build', 'icons', 'tray'), system, view.icon)
  const type = path.endsWith('.ico') ? 'x-icon' : 'png'
  const data = readFileSync(path.replace(/Template\.png$/, 'Template@2x.png')).toString('base64')
  return `<img class="${system}" src="data:image/${type};base64,${data}" alt="">`
}

/** The icon with the price; its colors follow the theme of the page on Windows. */
function digitIcon(system: System, { icon }: ReturnType<typeof trayView>, price: string): string {
  if (system === 'darwin') return ''
  const draw = (theme: IconPanel['theme'], size: number) =>
    `<span class="${theme}">${digitIconSvg({ ...icon, digits: shownDigits(price) }, { size, zoom: 1, theme }, size)}</span>`
  return system === 'linux' ? draw('unknown', 22) : draw('dark', 16) + draw('light', 16)
}

function item(line: TrayLine): string {
  if (line.kind === 'separator') return '<hr>'
  const check = line.isOn === undefined ? '' : `<i>${line.isOn ? '✓' : ''}</i>`
  return `<p${line.act === null ? ' class="off"' : ''}>${check}${escapeMarkup(line.label)}</p>`
}

/** The tray of three systems as HTML: icon, title or tooltip, menu, and the quick actions of the icon. */
export function trayPage(locale: Locale, market: Omit<TrayInput, 'settings'>): string {
  const view = trayView({ ...market, settings: DEFAULT_SETTINGS }, createTrayText(locale, ZONE))
  const columns = Object.keys(SYSTEMS).filter((name): name is System => name in SYSTEMS)
  const column = (system: System) => {
    const beside = system === 'darwin' ? `<b>${escapeMarkup(view.title)}</b>` : ''
    const { price } = market.market
    const digits = price ? digitIcon(system, view, price.value) : ''
    const actions = quickActions(system, locale)
    const list = actions.map((label) => `<p>${escapeMarkup(label)}</p>`).join('')
    return `<section><h2>${SYSTEMS[system]}</h2>
      <div class="bar">${icon(system, view)}${beside}${digits}</div>
      ${system === 'darwin' ? '' : `<div class="tip">${escapeMarkup(view.tooltip)}</div>`}
      <div class="menu">${view.menu.map(item).join('')}</div>
      ${list && `<h3>${system === 'darwin' ? 'Dock' : 'Jump list'}</h3><div class="menu">${list}</div>`}
    </section>`
  }
  return `<!doctype html><meta charset="utf-8"><title>Tray</title><style>
    :root { color-scheme: light dark }
    body { margin: 24px; font: 13px/1.4 system-ui, 'Noto Sans CJK KR'; background: light-dark(#dfe5ea, #1b2127) }
    main { display: flex; flex-wrap: wrap; gap: 32px }
    section { width: 380px }
    h2, h3 { font-size: 13px }
    .bar { display: flex; gap: 6px; align-items: center; height: 28px; padding: 0 8px }
    .bar, .menu, .tip { background: light-dark(#fff, #2b333b); border-radius: 8px; margin-bottom: 8px }
    .tip { padding: 6px 10px; white-space: pre-line }
    .menu { padding: 6px; box-shadow: 0 4px 16px #0003 }
    .menu p { margin: 0; padding: 3px 8px }
    .off { color: light-dark(#6b747c, #98a2ab) }
    hr { border: 0; border-top: 1px solid light-dark(#d5dbe0, #46505a) }
    i { display: inline-block; width: 1.4em; font-style: normal }
    img { width: 18px; height: 18px }
    .dark { display: none }
    @media (prefers-color-scheme: dark) { img.darwin { filter: invert(1) } .dark { display: inline } .light { display: none } }
  </style><main>${columns.map(column).join('')}</main>`
}
