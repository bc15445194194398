import { expect, test } from 'bun:test'
import type { MenuItemConstructorOptions, Task } from 'electron'
import { readArguments } from '#desktop/main/app/deep-links.ts'
import { createAppSettings } from '#desktop/main/settings/settings.ts'
import { setQuickActions } from './quick-actions.ts'

function start(system: string, isPackaged = true) {
  const settings = createAppSettings({
    file: { read: () => ({}), write: () => {} },
    systemLocales: () => ['en-US'],
  })
  const menus: MenuItemConstructorOptions[][] = []
  const tasks: Task[][] = []
  const opened: string[] = []
  setQuickActions<MenuItemConstructorOptions[]>({
    app: {
      isPackaged,
      setUserTasks: (list) => tasks.push(list) > 0,
      dock: system === 'darwin' ? { setMenu: (menu) => void menus.push(menu) } : undefined,
    },
    Menu: { buildFromTemplate: (items) => items },
    settings,
    system,
    executable: 'C:\\Tidemark.exe',
    open: (path) => opened.push(path),
  })
  return { settings, menus, tasks, opened }
}

test('the Dock menu opens screens, in the language of the app', () => {
  const { menus, opened, settings, tasks } = start('darwin')
  expect(menus[0]?.map(({ label }) => label)).toEqual(['Make a Call', 'Calls', 'Boards'])
  const [write] = menus[0] ?? []
  Reflect.apply(write?.click ?? (() => {}), null, [])
  expect(opened).toEqual(['/vote/write'])
  settings.write({ locale: 'ko-KR' })
  expect(menus[1]?.[0]?.label).not.toBe('Make a Call')
  expect(tasks).toEqual([])
})

test('the jump list starts the app with a link to the screen', () => {
  const { tasks } = start('win32')
  const paths = tasks[0]?.map((task) => readArguments([task.program, task.arguments]).path)
  expect(paths).toEqual(['/vote/write', '/vote', '/boards'])
})

test('a development build has no jump list', () => {
  expect(start('win32', false).tasks).toEqual([])
})
