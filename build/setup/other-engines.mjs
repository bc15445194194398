import { existsSync } from 'node:fs'
import { ensureDebianCommand, ensureDebianPackage } from './apt.mjs'
import { findInPath } from './project.mjs'

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** Firefox from the environment variable FIREFOX or PATH. */
export const findFirefox = () => process.env.FIREFOX ?? findInPath('firefox-esr', 'firefox')

/** WebKitGTK's small browser; its folder is part of Debian's package on x86-64 and ARM alike. */
export const findMiniBrowser = () =>
  [MINI_BROWSER, MINI_BROWSER.replace('x86_64', 'aarch64')].find((path) => existsSync(path))

/** Debian's own Python, which has its packages. */
export const DEBIAN_PYTHON = '/usr/bin/python3'
const QT_WEB_ENGINE = '/usr/lib/python3/dist-packages/PyQt6/QtWebEngineCore.abi3.so'

/** Installs Firefox ESR, QtWebEngine, and WebKitGTK with its WebDriver, a display and the sources of locales. */
export function ensureOtherEngines() {
  ensureDebianPackage('firefox-esr', () => findFirefox() !== undefined, 'Firefox')
  const hasWebKit = () =>
    findMiniBrowser() !== undefined && findInPath('WebKitWebDriver') !== undefined
  ensureDebianPackage('webkit2gtk-driver', hasWebKit, 'WebKitGTK')
  ensureDebianPackage('python3-pyqt6.qtwebengine', () => existsSync(QT_WEB_ENGINE), 'QtWebEngine')
  ensureDebianPackage('locales', () => existsSync('/usr/share/i18n/locales/ko_KR'), 'locales')
  ensureDebianCommand('xvfb', 'xvfb-run', 'a display')
}

/**
 * Wraps `command` with a display of its own.
 * @param {string} command
 * @param {string[]} args
 * @returns {{ command: string, args: string[] }}
 */
export const wrapWithDisplay = (command, args) => ({
  command: 'xvfb-run',
  args: ['--auto-servernum', '--server-args=-screen 0 1280x900x24', command, ...args],
})
