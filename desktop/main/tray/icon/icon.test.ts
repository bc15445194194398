import { describe, expect, test } from 'bun:test'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { readPng } from '#tests/support/read-png.ts'
import { drawIcon } from './draw.ts'
import { createIconImages, type IconImage, iconSize, SCALES } from './icon-images.ts'
import { encodePng } from './png.ts'
import { ICON_STATES, type TrayIcon } from './tray-icon.ts'

const icons: TrayIcon[] = [...DIRECTIONS, 'none' as const].flatMap((direction) =>
  ICON_STATES.filter((state) => state !== 'none' || direction === 'none').map((state) => ({
    direction,
    state,
  })),
)
const nameOf = ({ direction, state }: TrayIcon) => `${direction} ${state}`
const sizes = ['darwin', 'win32', 'linux'].flatMap((system) =>
  SCALES.map((scale) => Math.round(iconSize(system) * scale)),
)

/** What a panel of one grey shows of the picture: each pixel's red, green and blue. */
function seenOn(panel: number, icon: TrayIcon, isTemplate = false): number[] {
  const { pixels } = drawIcon(icon, isTemplate ? 18 : 16, isTemplate)
  const seen: number[] = []
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255
    for (const channel of pixels.subarray(at, at + 3)) {
      // A template picture gets the opposite of the panel from the system.
      const color = isTemplate ? 255 - panel : channel
      seen.push(color * alpha + panel * (1 - alpha))
    }
  }
  return seen
}

/** How many pixels differ so much that an eye sees it. */
function difference(one: number[], other: number[]): number {
  const far = new Set<number>()
  one.forEach((value, at) => {
    if (Math.abs(value - (other[at] ?? 0)) > 60) far.add(Math.floor(at / 3))
  })
  return far.size
}

describe('the pictures of the tray', () => {
  test.each([
    ['a light panel', 243, false],
    ['a dark panel', 32, false],
    ['a light menu bar', 255, true],
    ['a dark menu bar', 0, true],
  ] as const)('can all be told apart on %s, and be seen', (_, panel, isTemplate) => {
    const empty = seenOn(panel, icons[0] ?? { direction: 'up', state: 'live' }).map(() => panel)
    const pictures = icons.map((icon) => ({
      name: nameOf(icon),
      seen: seenOn(panel, icon, isTemplate),
    }))
    for (const [index, one] of pictures.entries()) {
      expect(difference(one.seen, empty.slice(0, one.seen.length))).toBeGreaterThan(11)
      for (const other of pictures.slice(index + 1)) {
        const apart = difference(one.seen, other.seen)
        expect({ one: one.name, other: other.name, isApart: apart >= 10 }).toMatchObject({
          isApart: true,
        })
      }
    }
  })

  test('keep an edge free of ink at every scale, so that nothing is cut off', () => {
    for (const icon of icons) {
      for (const size of sizes) {
        const { pixels } = drawIcon(icon, size, false)
        const alpha = (x: number, y: number) => pixels[(y * size + x) * 4 + 3] ?? 0
        const edge = Array.from({ length: size }, (__, at) => [
          alpha(at, 0),
          alpha(0, at),
          alpha(at, size - 1),
          alpha(size - 1, at),
        ])
        // Anti-aliasing may touch the outermost pixels, a shape may not.
        expect(Math.max(...edge.flat())).toBeLessThan(200)
      }
    }
  })

  test('are PNG files with the very pixels that were drawn', () => {
    for (const icon of icons) {
      const drawn = drawIcon(icon, 20, false)
      const { width, height, pixel } = readPng(encodePng(drawn))
      expect([width, height]).toEqual([20, 20])
      const read = Array.from({ length: 400 }, (__, at) => pixel(at % 20, Math.floor(at / 20)))
      expect(read.flat()).toEqual([...drawn.pixels])
    }
  })

  test('a template is black, and the menu bar gives it its color', () => {
    for (const icon of icons) {
      const { pixels } = drawIcon(icon, 36, true)
      expect(pixels.every((value, at) => at % 4 === 3 || value === 0)).toBe(true)
    }
  })

  test('directions have the colors of the product while they are true, and none when they are not', () => {
    const middle = (icon: TrayIcon) => readPng(encodePng(drawIcon(icon, 32, false))).pixel(16, 18)
    const strongest = (direction: TrayIcon['direction']) => {
      const [red = 0, green = 0, blue = 0] = middle({ direction, state: 'live' })
      return ['red', 'green', 'blue'][[red, green, blue].indexOf(Math.max(red, green, blue))]
    }
    expect(DIRECTIONS.map(strongest)).toEqual(['blue', 'green', 'red'])
    expect(middle({ direction: 'up', state: 'stale' })[3]).toBe(0)
  })
})

describe('the native images', () => {
  function rig(system: string) {
    const made: (IconImage & { scales: number[]; widths: number[]; isTemplate: boolean })[] = []
    const images = createIconImages(
      {
        createFromBuffer(first, { scaleFactor }) {
          const image = {
            scales: [scaleFactor],
            widths: [readPng(first).width],
            isTemplate: false,
            addRepresentation(other: { scaleFactor: number; buffer: Buffer }) {
              image.scales.push(other.scaleFactor)
              image.widths.push(readPng(other.buffer).width)
            },
            setTemplateImage(isTemplate: boolean) {
              image.isTemplate = isTemplate
            },
          }
          made.push(image)
          return image
        },
      },
      system,
    )
    return { images, made }
  }

  test('hold a sharp picture for every scale', () => {
    const { images, made } = rig('win32')
    images({ direction: 'up', state: 'live' })
    expect(made[0]?.scales).toEqual([...SCALES])
    expect(made[0]?.widths).toEqual([16, 20, 24, 28, 32, 36, 40, 48])
    expect(made[0]?.isTemplate).toBe(false)
  })

  test('are templates on macOS, and larger on Linux', () => {
    const mac = rig('darwin')
    mac.images({ direction: 'up', state: 'live' })
    expect(mac.made[0]).toMatchObject({ isTemplate: true })
    expect(mac.made[0]?.widths.slice(0, 1)).toEqual([18])
    expect(iconSize('linux')).toBe(32)
  })

  test('are made once', () => {
    const { images, made } = rig('linux')
    const first = images({ direction: 'down', state: 'stale' })
    expect(images({ direction: 'down', state: 'stale' })).toBe(first)
    images({ direction: 'down', state: 'live' })
    expect(made).toHaveLength(2)
  })
})
