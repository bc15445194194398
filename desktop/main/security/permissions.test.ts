import { expect, test } from 'bun:test'
import { mayUse } from './permissions.ts'

const own = 'app://tidemark/donation'
const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
const others = ['https://elsewhere.example/', 'app://elsewhere/', 'file:///x', 'null', '']

const everything = [
  'background-sync',
  'camera',
  'clipboard-read',
  'deprecated-sync-clipboard-read',
  'display-capture',
  'fileSystem',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'local-fonts',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'notifications',
  'openExternal',
  'payment-handler',
  'persistent-storage',
  'pointerLock',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'unknown',
  'usb',
  'vr',
  'window-management',
  'constructor',
]
const given = ['fullscreen', 'clipboard-sanitized-write', 'local-network', 'loopback-network']

test.each(everything)('denies %s to all pages', (permission) => {
  for (const address of [own, player, ...others]) expect(mayUse(permission, address)).toBe(false)
})

test.each(given)('grants %s to app pages', (permission) => {
  expect(mayUse(permission, own)).toBe(true)
  for (const address of others) expect(mayUse(permission, address)).toBe(false)
})

test('grants only fullscreen to video players', () => {
  expect([...given, ...everything].filter((permission) => mayUse(permission, player))).toEqual([
    'fullscreen',
  ])
})
