import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { fromRoot } from '#build/setup/project.mjs'

const code = readFileSync(fromRoot('tests', 'desktop', 'support', 'record-effects.cjs'), 'utf8')

const menuOf = (label: string, clicked: string[] = []) => ({
  items: [
    { label, visible: true, click: () => clicked.push(label) },
    { label: 'hidden', visible: false, click: () => {} },
  ],
})

/** Runs the script as Electron does, on a system, with the classes that it patches. */
function load(platform: string) {
  class Tray extends EventEmitter {
    tip = ''
    setToolTip(tip: string) {
      this.tip = tip
    }
    setContextMenu(_menu: object) {}
    popUpContextMenu(_menu: object) {
      throw new Error('a native menu opened')
    }
  }
  class Notification extends EventEmitter {
    title = 'Up'
    body = '106,000'
    show() {}
  }
  const app = new EventEmitter()
  const electron = { app, Tray, Notification, shell: { openExternal: async (_url: string) => {} } }
  const globals: { tidemarkRecord?: typeof globalThis.tidemarkRecord } = {}
  const run = new Function('module', 'process', 'globalThis', code)
  run({ require: () => electron }, { platform, execPath: '/electron' }, globals)
  const { tidemarkRecord: record } = globals
  if (!record) throw new Error('nothing is recorded')
  return { ...electron, record }
}

test('records pages and notifications', async () => {
  const { shell, Notification, record } = load('linux')
  await shell.openExternal('https://login.example')
  const notification = new Notification()
  let isClicked = false
  notification.on('click', () => {
    isClicked = true
  })
  notification.show()
  record.click?.()
  expect(record.opened).toEqual(['https://login.example'])
  expect(record.shown).toEqual([{ title: 'Up', body: '106,000' }])
  expect(isClicked).toBe(true)
})

test('reads the tray menu that Linux gets', () => {
  const { Tray, record } = load('linux')
  const clicked: string[] = []
  new Tray().setContextMenu(menuOf('Quit', clicked))
  expect(record.trayLabels()).toEqual(['Quit'])
  record.chooseInTray('Quit')
  expect(clicked).toEqual(['Quit'])
})

test.each(['darwin', 'win32'])('opens the tray menu as a user of %s does', (system) => {
  const { Tray, record } = load(system)
  const tray = new Tray()
  let opened = 0
  tray.on('right-click', () => tray.popUpContextMenu(menuOf(`Quit ${++opened}`)))
  tray.setToolTip('95,000')
  expect(tray.tip).toBe('95,000')
  expect(record.trayLabels()).toEqual(['Quit 1'])
  expect(record.trayLabels()).toEqual(['Quit 2'])
})

test.each([
  ['darwin', 'open-url', [{ preventDefault: expect.any(Function) }, 'tidemark://vote']],
  ['win32', 'second-instance', [{}, ['/electron', 'tidemark://vote'], '', null]],
  ['linux', 'second-instance', [{}, ['/electron', 'tidemark://vote'], '', null]],
])('hands a link over as %s does', (system, event, args) => {
  const { app, record } = load(system)
  const got: unknown[] = []
  app.on(event, (...given) => got.push(...given))
  record.openLink('tidemark://vote')
  expect(got).toEqual(args)
})
