import { expect, test } from 'bun:test'
import { createStore } from 'zustand/vanilla'
import { fakeBridge } from '#desktop/bridge/bridge.fixture.ts'
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
  const { bridge, calls } = fakeBridge({ 'settings:write': () => DEFAULT_SETTINGS })
  syncErrorReports(bridge, { analytics }, true)
  isOn.setState(true, true)
  isOn.setState(true, true)
  expect(calls).toEqual([
    'settings:write {"hasErrorReports":false}',
    'settings:write {"hasErrorReports":true}',
  ])
})
