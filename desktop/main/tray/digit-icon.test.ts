import { describe, expect, test } from 'bun:test'
import { DIRECTIONS } from '#shared/rules/band.ts'
import {
  type DigitIcon,
  drawDigitIcon,
  type IconPanel,
  iconPanel,
  shownDigits,
} from './digit-icon.ts'

const STATES = ['live', 'delayed', 'stale', 'offline'] as const
const DARK: IconPanel = { size: 16, zoom: 1, theme: 'dark' }

/** Ink #, gray o, up u, steady s, down d, delayed !, and the tile a dot. */
const SIGNS = new Map([
  [0x00000000, ' '],
  [0xffffffff, '#'],
  [0xffa0aab3, 'o'],
  [0xff4d94ff, 'u'],
  [0xff34be78, 's'],
  [0xffff635c, 'd'],
  [0xffffbe3d, '!'],
  [0xff1b2127, '.'],
])

function rowsOf(icon: Partial<DigitIcon>, panel = DARK): string[] {
  const bitmap = drawDigitIcon({ digits: '94.3', direction: 'up', state: 'live', ...icon }, panel)
  const side = panel.size * panel.zoom
  const sign = (pixel: number) => SIGNS.get(bitmap.readUInt32LE(pixel * 4)) ?? '?'
  const row = (y: number) => Array.from({ length: side }, (_, x) => sign(y * side + x)).join('')
  expect(bitmap).toHaveLength(side * side * 4)
  return Array.from({ length: side }, (_, y) => row(y))
}

/** The picture as lines, without the spaces at their ends. */
const picture = (icon: Partial<DigitIcon>, panel?: IconPanel) =>
  rowsOf(icon, panel)
    .map((row) => row.trimEnd())
    .join('\n')

/** A drawing in the source, whose lines begin with a bar. */
const drawn = ([text = '']: TemplateStringsArray) =>
  [...text.matchAll(/\|(.*)/g)].map(([, row = '']) => row.trimEnd()).join('\n')

/** Which pixels are used, whatever their color. */
const shape = (icon: Partial<DigitIcon>, panel: IconPanel) =>
  rowsOf(icon, panel).join('').replace(/[^. ]/g, '#')

test.each([
  ['94312.50', '94.3'],
  ['94999.99', '94.9'],
  ['104250', '104'],
  ['9431.5', '9.43'],
  ['943.1', '943'],
  ['1234567', '1.23'],
  ['12', '12'],
])('the digits of %s are %s', (price, digits) => {
  expect(shownDigits(price)).toBe(digits)
})

describe('the icon at 16 pixels', () => {
  test('of a live price', () => {
    expect(picture({})).toBe(drawn`
      |#### #  #   ####
      |#  # #  #      #
      |#  # #  #      #
      |#  # #  #      #
      |#### ####   ####
      |   #    #      #
      |   #    #      #
      |   #    #      #
      |####    # # ####
      |
      |
      |       u
      |      uuu
      |     uuuuu
      |    uuuuuuu
      |   uuuuuuuuu`)
  })

  test('of a delayed price', () => {
    expect(picture({ digits: '65.8', direction: 'none', state: 'delayed' })).toBe(drawn`
      |#### ####   ####
      |#    #      #  #
      |#    #      #  #
      |#    #      #  #
      |#### ####   ####
      |#  #    #   #  #
      |#  #    #   #  #
      |#  #    #   #  #
      |#### #### # ####
      |
      |
      |    o
      |   ooo      !!!
      |  ooooo     !!!
      |   ooo      !!!
      |    o`)
  })

  test('of a stale price', () => {
    expect(picture({ digits: '107', direction: 'steady', state: 'stale' })).toBe(drawn`
      |  o oooo oooo
      |  o o  o    o
      |  o o  o    o
      |  o o  o    o
      |  o o  o    o
      |  o o  o    o
      |  o o  o    o
      |  o o  o    o
      |  o oooo    o
      |
      |
      |     ooooo
      |     o   o
      |     o   o
      |     o   o
      |     ooooo`)
  })

  test('of an offline price', () => {
    expect(picture({ digits: '8.52', direction: 'down', state: 'offline' })).toBe(drawn`
      |oooo   oooo oooo
      |o  o   o       o
      |o  o   o       o
      |o  o   o       o
      |oooo   oooo oooo
      |o  o      o o
      |o  o      o o
      |o  o      o o
      |oooo o oooo oooo
      |
      |
      |ooooooooo  o   o
      | o     o    o o
      |  o   o      o
      |   o o      o o
      |    o      o   o`)
  })
})

test('other sizes are drawn anew, with whole pixels', () => {
  expect(picture({ digits: '61.7', direction: 'down' }, { ...DARK, size: 24 })).toBe(drawn`
    |######     ##    ######
    |######     ##    ######
    |##         ##        ##
    |##         ##        ##
    |##         ##        ##
    |##         ##        ##
    |######     ##        ##
    |######     ##        ##
    |##  ##     ##        ##
    |##  ##     ##        ##
    |##  ##     ##        ##
    |##  ##     ##        ##
    |######     ## ##     ##
    |######     ## ##     ##
    |
    |
    |
    |     ddddddddddddd
    |      ddddddddddd
    |       ddddddddd
    |        ddddddd
    |         ddddd
    |          ddd
    |           d`)
})

test('a panel of unknown brightness gets a tile, and each pixel of the drawing as many as it asks for', () => {
  const panel: IconPanel = { size: 22, zoom: 1, theme: 'unknown' }
  const rows = rowsOf({ digits: '90.2', state: 'stale' }, panel)
  expect(picture({ digits: '90.2', state: 'stale' }, panel)).toBe(drawn`
    | ....................
    |......................
    |.ooooo.ooooo...ooooo..
    |.o...o.o...o.......o..
    |.o...o.o...o.......o..
    |.o...o.o...o.......o..
    |.o...o.o...o.......o..
    |.ooooo.o...o...ooooo..
    |.....o.o...o...o......
    |.....o.o...o...o......
    |.....o.o...o...o......
    |.....o.o...o...o......
    |.ooooo.ooooo.o.ooooo..
    |......................
    |......................
    |......................
    |..........o...........
    |.........o.o..........
    |........o...o.........
    |.......o.....o........
    |......ooooooooo.......
    | ....................`)
  const doubled = rows.flatMap((row) => {
    const wide = [...row].map((sign) => sign + sign).join('')
    return [wide, wide]
  })
  expect(rowsOf({ digits: '90.2', state: 'stale' }, { ...panel, zoom: 2 })).toEqual(doubled)
})

test.each([16, 20, 22, 24, 28, 32, 36, 40, 48, 64])(
  'states and directions differ without color, and an old price has none, at %i pixels',
  (size) => {
    for (const theme of ['dark', 'unknown'] as const) {
      const panel = { size, zoom: 1, theme }
      const all = [...DIRECTIONS, 'none' as const].flatMap((direction) =>
        STATES.map((state) => ({ direction, state })),
      )
      for (const digits of ['88.8', '888', '8.88']) {
        expect(new Set(all.map((icon) => shape({ digits, ...icon }, panel))).size).toBe(16)
      }
      for (const icon of all) {
        const isOld = icon.state === 'stale' || icon.state === 'offline'
        expect(/[#usd!]/.test(rowsOf(icon, panel).join(''))).toBe(!isOld)
      }
    }
  },
)

test('every digit has a shape of its own', () => {
  const shapes = Array.from({ length: 10 }, (_, digit) => shape({ digits: `8${digit}8` }, DARK))
  expect(new Set(shapes).size).toBe(10)
})

test('a light panel gets dark colors', () => {
  const colors = (theme: IconPanel['theme'], state: DigitIcon['state']) => {
    const icon = { digits: '94.3', direction: 'down', state } as const
    const bitmap = drawDigitIcon(icon, { ...DARK, theme })
    const pixels = Array.from({ length: 256 }, (_, index) => bitmap.readUInt32LE(index * 4))
    return [...new Set(pixels)].map((color) => color.toString(16).padStart(8, '0')).sort()
  }
  expect(colors('light', 'delayed')).toEqual(['00000000', 'ff1b2127', 'ff7a4d00', 'ffa11a1a'])
  expect(colors('light', 'stale')).toEqual(['00000000', 'ff7b848c'])
})

describe('iconPanel', () => {
  test.each([
    [1, 16],
    [1.25, 20],
    [1.5, 24],
    [2, 32],
    [3, 48],
  ])('has the pixels and the theme of the taskbar on Windows at scale %d', (scale, size) => {
    expect(iconPanel('win32', undefined, scale)).toEqual({ size, zoom: 1, theme: 'dark' })
    expect(iconPanel('win32', undefined, scale, false)).toEqual({ size, zoom: 1, theme: 'light' })
  })

  test.each([
    ['ubuntu:GNOME', 1, { size: 16, zoom: 2, theme: 'dark' }],
    ['GNOME', 2, { size: 32, zoom: 2, theme: 'dark' }],
    ['KDE', 1, { size: 22, zoom: 2, theme: 'unknown' }],
    [undefined, 1.75, { size: 44, zoom: 2, theme: 'unknown' }],
  ] as const)('suits the desktop %s of Linux at scale %d', (desktop, scale, panel) => {
    // There the theme of the app says nothing of the panel.
    expect(iconPanel('linux', desktop, scale, false)).toEqual(panel)
  })
})
