import type { Preferences } from './platform.ts'
import { createSetting, type Setting } from './setting.ts'

/** Whether pictures in notes and posts load only on a click; off by default. */
export function createPictureSetting(preferences: Preferences): Setting<boolean> {
  return createSetting({
    preferences,
    key: 'picturesOnClick',
    parse: (stored) => stored === 'on',
    format: (isOn) => (isOn ? 'on' : 'off'),
  })
}
