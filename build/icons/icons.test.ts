import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { fromRoot } from '#build/setup/project.mjs'
import { TRAY_PICTURES, TRAY_SIZES } from './tray.mjs'

const read = (...parts: string[]) => readFileSync(fromRoot('build', 'icons', ...parts))
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Side of a square PNG with an alpha channel, from its header; fails for anything else. */
function sideOf(png: Uint8Array): number {
  const bytes = Buffer.from(png)
  expect(bytes.subarray(0, 8)).toEqual(PNG)
  expect(bytes.toString('latin1', bytes.length - 8, bytes.length - 4)).toBe('IEND')
  expect(bytes.readUInt32BE(16)).toBe(bytes.readUInt32BE(20))
  // Eight bits of red, green, blue and alpha.
  expect([bytes[24], bytes[25]]).toEqual([8, 6])
  return bytes.readUInt32BE(16)
}

test('Linux has an image per size, named by it', () => {
  const names = readdirSync(fromRoot('build', 'icons', 'png'))
  const sides = names.map((name) => {
    const side = sideOf(read('png', name))
    expect(name).toBe(`${side}x${side}.png`)
    return side
  })
  expect(sides.sort((one, other) => one - other)).toEqual([16, 24, 32, 48, 64, 128, 256, 512, 1024])
})

test('the Windows icon contains the listed sizes, and every size that Windows uses', () => {
  const ico = read('icon.ico')
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1])
  const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index
    const begin = ico.readUInt32LE(at + 12)
    const end = begin + ico.readUInt32LE(at + 8)
    const side = sideOf(ico.subarray(begin, end))
    expect(side % 256).toBe(ico.readUInt8(at))
    return { side, end }
  })
  expect(entries.map(({ side }) => side)).toEqual([16, 24, 32, 48, 64, 128, 256])
  expect(entries.at(-1)?.end).toBe(ico.length)
})

test('the macOS icon contains every size at 1x and 2x', () => {
  const icns = read('icon.icns')
  expect(icns.toString('latin1', 0, 4)).toBe('icns')
  expect(icns.readUInt32BE(4)).toBe(icns.length)
  const sides: Record<string, number> = {}
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const end = at + icns.readUInt32BE(at + 4)
    sides[icns.toString('latin1', at, at + 4)] = sideOf(icns.subarray(at + 8, end))
  }
  expect(sides).toEqual({
    icp4: 16,
    icp5: 32,
    icp6: 64,
    ic07: 128,
    ic08: 256,
    ic09: 512,
    ic10: 1024,
    ic11: 32,
    ic12: 64,
    ic13: 256,
    ic14: 512,
  })
})

test('the icons are small enough for the repository', () => {
  expect(read('icon.ico').length).toBeLessThan(40_000)
  expect(read('icon.icns').length).toBeLessThan(250_000)
})

const sidesOf = (name: string) => {
  const ico = read('tray', 'win32', `${name}.ico`)
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const begin = ico.readUInt32LE(6 + 16 * index + 12)
    return sideOf(ico.subarray(begin, begin + ico.readUInt32LE(6 + 16 * index + 8)))
  })
}

test('the mark on the taskbar button has every size', () => {
  expect(sidesOf('no-vote')).toEqual(TRAY_SIZES.win32)
})

test.each(TRAY_PICTURES)('the tray image $name has every size', ({ name }) => {
  expect(sidesOf(name)).toEqual(TRAY_SIZES.win32)
  const pair = (path: string) =>
    ['', '@2x'].map((scale) => sideOf(read('tray', `${path}${scale}.png`)))
  expect(pair(`darwin/${name}Template`)).toEqual(TRAY_SIZES.darwin)
  expect(pair(`linux/${name}`)).toEqual(TRAY_SIZES.linux)
})

test('the tray folder contains nothing else', () => {
  const count = (system: string) => readdirSync(fromRoot('build', 'icons', 'tray', system)).length
  expect(['darwin', 'win32', 'linux'].map(count)).toEqual([34, 18, 34])
})

test('the mark equals that of the web build', () => {
  const shape = (svg: Buffer) => svg.toString().replace(/\s+/g, ' ')
  const web = readFileSync(fromRoot('desktop', 'renderer', 'public', 'icon.svg'))
  expect(shape(read('mark.svg'))).toBe(shape(web))
})
