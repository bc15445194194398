import { expect, test } from 'bun:test'
import { createAppSettings } from '#desktop/main/settings/settings.ts'
import { startDockIcon } from './dock-icon.ts'

const settingsOf = (stored: object) =>
  createAppSettings({ file: { read: () => ({ ...stored }), write() {} }, systemLocales: () => [] })

test('the app leaves the Dock and comes back, at the start and by the setting', () => {
  const done: string[] = []
  const dock = { hide: () => void done.push('hide'), show: async () => void done.push('show') }
  const settings = settingsOf({ hasDockIcon: false })
  const stop = startDockIcon({ dock, settings })
  settings.write({ hasDockIcon: true })
  settings.write({ hasDockIcon: false })
  stop()
  settings.write({ hasDockIcon: true })
  expect(done).toEqual(['hide', 'show', 'hide'])
})

test('nothing happens with the icon shown, or without a Dock', () => {
  const dock = {
    hide: () => {
      throw new Error('hidden')
    },
    show: async () => {},
  }
  startDockIcon({ dock, settings: settingsOf({}) })()
  startDockIcon({ dock: undefined, settings: settingsOf({ hasDockIcon: false }) })()
})
