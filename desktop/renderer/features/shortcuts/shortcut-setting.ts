import type { Preferences } from '#desktop/renderer/platform/platform.ts'

const KEY = 'shortcuts'

/** Whether the keyboard shortcuts are on; they are by default. Read at each key press. */
export const areShortcutsOn = (preferences: Preferences) => preferences.read(KEY) !== 'off'

export function setShortcutsOn(preferences: Preferences, isOn: boolean): void {
  if (isOn) preferences.remove(KEY)
  else preferences.write(KEY, 'off')
}
