import { describe, expect, test } from 'bun:test'
import type { MenuItemConstructorOptions } from 'electron'
import { createStore } from 'zustand/vanilla'
import { createAppSettings } from '#desktop/main/settings/settings.ts'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { createAppMenu, type MenuActions, menuTemplate } from './app-menu.ts'

type Item = MenuItemConstructorOptions

const leaves = (items: Item[]): Item[] =>
  items.flatMap((item) => (Array.isArray(item.submenu) ? leaves(item.submenu) : [item]))

const actionsInto = (done: unknown[]): MenuActions => ({
  open: (path) => done.push(path),
  showPanel: (panel) => done.push(panel),
  goBack: () => done.push('back'),
  goForward: () => done.push('forward'),
  print: () => done.push('print'),
  find: () => done.push('find'),
  showLog: () => done.push('log'),
  copyDiagnostics: () => done.push('diagnostics'),
  write: (part) => done.push(part),
  toggleMini: () => done.push('mini'),
  checkForUpdates: () => done.push('updates'),
})

function menu(locale: Locale, system = 'linux', isPackaged = true) {
  const done: unknown[] = []
  const template = menuTemplate({
    t: translator(menuTexts, locale),
    system,
    isWayland: false,
    isPackaged,
    settings: { isMainPinned: false, startAtLogin: false },
    isMiniShown: true,
    actions: actionsInto(done),
  })
  const items = leaves(template)
  const press = (label: string) => {
    const item = items.find((candidate) => candidate.label === label)
    if (!item) throw new Error(`there is no ${label}`)
    // Electron passes the item; the handlers only read `checked`.
    Reflect.apply(item.click ?? (() => {}), undefined, [{ checked: item.checked !== true }])
  }
  return { template, items, press, done }
}

const systems = ['darwin', 'win32', 'linux']
const everywhere = LOCALES.flatMap((locale) => systems.map((system) => [locale, system] as const))

describe.each(everywhere)('in %s on %s', (locale, system) => {
  const { template, items } = menu(locale, system)

  test('every item has a unique label in the language', () => {
    const names = items.flatMap(({ label, visible }) => (visible === false ? [] : (label ?? [])))
    expect(names.every((name) => /[가-힣]/.test(name) === (locale === 'ko-KR'))).toBe(true)
    expect(new Set(names).size).toBe(names.length)
    for (const { type, label } of items) expect(type === 'separator' || Boolean(label)).toBe(true)
  })

  test('no two items share a shortcut', () => {
    const keys = items.flatMap(({ accelerator }) => accelerator ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toContain('CommandOrControl+N')
  })

  test('has access keys only where the system supports them', () => {
    const titles = template.map(({ label }) => label ?? '')
    const marked = titles.filter((title) => title.includes('&'))
    expect(marked).toHaveLength(system === 'darwin' ? 0 : titles.length)
    const letters = marked.map((title) => title.match(/&(\w)/)?.[1])
    expect(new Set(letters).size).toBe(letters.length)
  })

  test('has the roles for editing, closing and quitting', () => {
    const roles = items.map(({ role }) => role)
    const needed = ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'close', 'quit'] as const
    for (const role of needed) expect(roles.filter((found) => found === role)).toEqual([role])
  })
})

test('is set again only for what it shows, since that closes an open menu', () => {
  const settings = createAppSettings({
    file: { read: () => ({}), write() {} },
    systemLocales: () => ['en-US'],
  })
  const isMiniShown = createStore(() => false)
  let sets = 0
  const stop = createAppMenu({
    Menu: {
      buildFromTemplate: (template) => Object.assign(Object.create(null), { template }),
      setApplicationMenu: () => void sets++,
    },
    system: 'darwin',
    isWayland: false,
    isPackaged: true,
    settings,
    isMiniShown,
    actions: actionsInto([]),
  })
  settings.write({ miniOpacity: 70 })
  settings.write({ isMuted: true })
  expect(sets).toBe(1)
  isMiniShown.setState(true, true)
  settings.write({ locale: 'ko-KR' })
  expect(sets).toBe(3)
  stop()
  isMiniShown.setState(false, true)
  expect(sets).toBe(3)
})

describe('menu items', () => {
  test('open paths of the router', () => {
    const { press, done } = menu('en-US')
    for (const label of ['Home', 'Calls', 'Make a Call', 'Boards', 'Profile']) press(label)
    for (const label of ['Terms of Service', 'Privacy Policy']) press(label)
    expect(done).toEqual(['/', '/vote', '/vote/write', '/boards', '/profile', '/terms', '/privacy'])
    const known: unknown[] = Object.values(PATHS)
    for (const path of done) expect(known).toContain(path)
  })

  test('navigate back and forward and check for updates', () => {
    const { press, done } = menu('ko-KR')
    for (const label of ['뒤로', '앞으로', '업데이트 확인…']) press(label)
    expect(done).toEqual(['back', 'forward', 'updates'])
  })

  test('checkboxes show and change the ticker and settings', () => {
    const { press, done, items } = menu('ko-KR')
    expect(items.find(({ label }) => label === '미니 시세창')?.checked).toBe(true)
    press('미니 시세창')
    press('로그인할 때 시작')
    expect(done).toEqual(['mini', { startAtLogin: true }])
  })

  test('developer items exist only in an app that is not installed', () => {
    const roles = (isPackaged: boolean) =>
      menu('en-US', 'linux', isPackaged).items.map((i) => i.role)
    expect(roles(true)).not.toContain('toggleDevTools')
    expect(roles(false)).toContain('toggleDevTools')
    for (const isPackaged of [true, false]) expect(roles(isPackaged)).toContain('reload')
  })

  test('open the chart, print and show the log', () => {
    const { press, done } = menu('en-US')
    for (const label of ['Chart Window', 'Print…', 'Show Log and Crash Reports']) press(label)
    expect(done).toEqual(['chart', 'print', 'log'])
  })

  test('zoom shortcuts match browsers, with and without Shift', () => {
    const keys = menu('en-US').items.filter(({ role }) => role === 'zoomIn')
    expect(keys.map(({ accelerator }) => accelerator)).toEqual([
      'CommandOrControl+Plus',
      'CommandOrControl+=',
    ])
  })
})
