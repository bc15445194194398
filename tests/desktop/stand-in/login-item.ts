import { programOf, WINDOWS_EXECUTABLE } from '#tests/support/desktop/windows-command-line.ts'

/**
 * What the system tells of a start at login. Windows looks for entries of the program that the path names,
 * read as a command line.
 */
export function loginItemSettings(
  set: Electron.Settings,
  asked: Electron.LoginItemSettingsOptions = {},
): Electron.LoginItemSettings {
  const isOn = set.openAtLogin ?? false
  const isFound = programOf(asked.path ?? '') === WINDOWS_EXECUTABLE
  return {
    openAtLogin: isOn,
    wasOpenedAtLogin: false,
    executableWillLaunchAtLogin: isOn && isFound,
    launchItems: [],
    status: isOn ? 'enabled' : 'not-registered',
  }
}
