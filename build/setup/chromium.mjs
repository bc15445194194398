import { existsSync } from 'node:fs'
import { ensureDebianPackage } from './apt.mjs'
import { findInPath } from './project.mjs'

/** The two builds of Chromium: the headless shell is faster, the full browser has everything. */
const BUILDS = {
  chromium: {
    variable: 'CHROMIUM',
    debianPackage: 'chromium',
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'chrome.exe'],
    paths: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
  },
  'headless shell': {
    variable: 'CHROMIUM_HEADLESS_SHELL',
    debianPackage: 'chromium-headless-shell',
    commands: ['chromium-headless-shell', 'chrome-headless-shell'],
    paths: [],
  },
}

/**
 * The executable of a build: from its environment variable, PATH or the usual locations.
 * @param {keyof typeof BUILDS} build
 * @returns {string | undefined}
 */
function find(build) {
  const { variable, commands, paths } = BUILDS[build]
  const named = process.env[variable]
  if (named && existsSync(named)) return named
  return findInPath(...commands) ?? paths.find((path) => existsSync(path))
}

/**
 * Installs Debian's package if the executable is missing and this process may install; otherwise
 * throws a SetupError with instructions.
 * @param {keyof typeof BUILDS} build
 * @returns {string} the executable
 */
function ensure(build) {
  const name = build === 'chromium' ? 'Chromium' : "Chromium's headless shell"
  ensureDebianPackage(BUILDS[build].debianPackage, () => find(build) !== undefined, name)
  return find(build) ?? ''
}

export const findChromium = () => find('chromium')
export const ensureChromium = () => ensure('chromium')

/** Falls back to the full browser, which also runs headless but slower. */
export const findHeadlessShell = () => find('headless shell') ?? find('chromium')

/** Falls back to the full browser where the headless shell is not packaged. */
export function ensureHeadlessShell() {
  const chromium = ensureChromium()
  try {
    return ensure('headless shell')
  } catch {
    return chromium
  }
}

/** Disables the browser's background traffic; its sandbox does not work as root. */
export const chromiumFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
