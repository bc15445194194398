import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureDebianPackage } from './apt.mjs'
import { inTree } from './tree.mjs'

/** @param {string} command */
const isInPath = (command) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .some((folder) => existsSync(join(folder, command)))

/**
 * Sees to it that a real Secret Service can be run: GNOME's keyring on a D-Bus of its own. Installs
 * Debian's packages when it may, else throws a SetupError that says how to get them.
 */
export function ensureKeyring() {
  const bus = () => isInPath('dbus-run-session') && isInPath('dbus-send')
  ensureDebianPackage('dbus', bus, 'D-Bus')
  ensureDebianPackage('gnome-keyring', () => isInPath('gnome-keyring-daemon'), 'a keyring')
}

/**
 * Starts the keyring of KEYRING_HOME, unlocked, in the background; on a new folder it is empty. As a
 * shell command, because it is also run before anything of ours.
 */
const START = [
  "printf '\\n' |",
  'HOME="$KEYRING_HOME" XDG_DATA_HOME="$KEYRING_HOME" XDG_RUNTIME_DIR="$KEYRING_HOME"',
  'gnome-keyring-daemon --unlock --components=secrets >"$KEYRING_HOME/log" 2>&1',
].join(' ')

/** The same for a test that has ended the keyring's process: `sh` with these arguments. */
export const keyringAgain = ['-c', START]

/**
 * A command line that runs `command` with a D-Bus and a keyring of its own: empty, unlocked, in a
 * temporary folder that is gone with it. `KEYRING_HOME` names that folder to the command.
 * @param {string} command
 * @param {string[]} args
 * @returns {{ command: string, args: string[] }}
 */
export function withKeyring(command, args) {
  const script = [
    'KEYRING_HOME=$(mktemp -d) && export KEYRING_HOME || exit 1',
    `trap 'rm -rf "$KEYRING_HOME"' EXIT`,
    START,
    '"$@"',
  ].join('\n')
  const bus = `--config-file=${inTree('build', 'setup', 'keyring-bus.conf')}`
  return {
    command: 'dbus-run-session',
    args: [bus, '--', 'sh', '-c', script, 'keyring', command, ...args],
  }
}
