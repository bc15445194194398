import { expect, test } from 'bun:test'
import { createStore } from 'zustand/vanilla'
import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { syncErrorReports } from './sync-settings.ts'

test('the app learns whether its user opts out of error reports', () => {
  const isOn = createStore(() => false)
  const analytics = {
    isOn,
    isAllowed: isOn.getState,
    set() {},
    reset() {},
    track() {},
  }
  const written: Partial<DesktopSettings>[] = []
  const writeSettings = async (part: Partial<DesktopSettings>) => {
    written.push(part)
    return DEFAULT_SETTINGS
  }
  syncErrorReports({ writeSettings }, { analytics }, true)
  isOn.setState(true, true)
  isOn.setState(true, true)
  expect(written).toEqual([{ hasErrorReports: false }, { hasErrorReports: true }])
})
