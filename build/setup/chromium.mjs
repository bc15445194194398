import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureDebianPackage } from './apt.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome.exe']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * A Chromium that Playwright can drive: CHROMIUM, then PATH, then the usual places; undefined when
 * there is none.
 * @returns {string | undefined}
 */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const inPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.CHROMIUM ?? '', ...inPath, ...elsewhere].filter(Boolean).find(existsSync)
}

/**
 * The same; installs Debian's package when it may, else throws a SetupError that says how to get it.
 * @returns {string}
 */
export function ensureChromium() {
  ensureDebianPackage('chromium', () => findChromium() !== undefined, 'Chromium')
  return findChromium() ?? ''
}

/** How it is started: nothing of its own goes over the network, and root needs no sandbox. */
export const chromiumFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
