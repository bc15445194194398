import { ensureDebianPackage } from './apt.mjs'
import { findInPath, fromRoot } from './project.mjs'

/** @param {string[]} commands */
const hasAll = (...commands) => commands.every((command) => findInPath(command) !== undefined)

/** Installs a real Secret Service: GNOME's keyring on a separate D-Bus. */
export function ensureKeyring() {
  ensureDebianPackage('dbus', () => hasAll('dbus-run-session', 'dbus-send'), 'D-Bus')
  ensureDebianPackage('gnome-keyring', () => hasAll('gnome-keyring-daemon'), 'a keyring')
}

/** Shell command that starts the keyring of KEYRING_HOME, unlocked, in the background. */
const START = [
  "printf '\\n' |",
  'HOME="$KEYRING_HOME" XDG_DATA_HOME="$KEYRING_HOME" XDG_RUNTIME_DIR="$KEYRING_HOME"',
  'gnome-keyring-daemon --unlock --components=secrets >"$KEYRING_HOME/log" 2>&1',
].join(' ')

/** Arguments of `sh` that restart the keyring after a test has ended its process. */
export const restartKeyringArgs = ['-c', START]

/**
 * Wraps `command` with a separate D-Bus and an empty, unlocked keyring in a temporary folder that is
 * removed at the end. `KEYRING_HOME` is that folder.
 * @param {string} command
 * @param {string[]} args
 * @returns {{ command: string, args: string[] }}
 */
export function wrapWithKeyring(command, args) {
  const script = [
    'KEYRING_HOME=$(mktemp -d) && export KEYRING_HOME || exit 1',
    `trap 'rm -rf "$KEYRING_HOME"' EXIT`,
    START,
    '"$@"',
  ].join('\n')
  const bus = `--config-file=${fromRoot('build', 'setup', 'keyring-bus.conf')}`
  return {
    command: 'dbus-run-session',
    args: [bus, '--', 'sh', '-c', script, 'keyring', command, ...args],
  }
}
