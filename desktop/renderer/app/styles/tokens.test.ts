import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLOR_SETS } from '#desktop/renderer/platform/theme.ts'

const css = readFileSync(join(import.meta.dir, 'tokens.css'), 'utf8')
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** Custom properties of all rules whose selector contains `part`; later rules override earlier. */
function declarations(part: string): Map<string, string> {
  const rules = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)
  const found = [...rules].filter(([, selector = '']) => selector.includes(part))
  const pairs = found.flatMap(([, , body = '']) => [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)])
  return new Map(pairs.map(([, name = '', value = '']) => [name, value.trim()]))
}

type Color = readonly [number, number, number]

function hex(text: string): Color {
  const digits = text.replace('#', '')
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

/** Returns the color of a token for a color set and theme. */
function paletteOf(set: string, theme: Theme) {
  const tokens = new Map([...declarations(':root'), ...declarations(`[data-colors="${set}"]`)])
  const color = (name: string): Color => {
    const value = tokens.get(name) ?? ''
    const [, light = '', dark = ''] = value.match(/^light-dark\((#\w+), (#\w+)\)$/) ?? []
    if (light) return hex(theme === 'light' ? light : dark)
    const mix = value.match(/^color-mix\(in srgb, var\(([\w-]+)\) (\d+)%, var\(([\w-]+)\)\)$/)
    if (!mix) throw new Error(`${name} is no color: ${value}`)
    const [one, other] = [color(mix[1] ?? ''), color(mix[3] ?? '')]
    const share = Number(mix[2]) / 100
    const at = (index: 0 | 1 | 2) => one[index] * share + other[index] * (1 - share)
    return [at(0), at(1), at(2)]
  }
  return color
}

/** Relative luminance by WCAG 2. */
function luminance(color: Color): number {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const BACKGROUNDS = ['--page', '--surface', '--sunken'] as const
const DIRECTIONS = ['--up', '--steady', '--down'] as const

describe.each(COLOR_SETS.flatMap((set) => THEMES.map((theme) => [set, theme] as const)))(
  'the directions in %s colors, %s',
  (set, theme) => {
    const color = paletteOf(set, theme)

    test.each(DIRECTIONS)('%s is readable on every background and on its tint', (name) => {
      for (const background of [...BACKGROUNDS, `${name}-tint`]) {
        const ratio = contrast(color(name), color(background))
        expect({ background, isEnough: ratio >= 4.5, ratio }).toMatchObject({ isEnough: true })
      }
    })

    test('text is readable on the tints', () => {
      for (const name of DIRECTIONS) {
        for (const text of ['--text', '--text-soft']) {
          expect(contrast(color(text), color(`${name}-tint`))).toBeGreaterThanOrEqual(4.5)
        }
      }
    })

    test('are three different colors', () => {
      expect(new Set(DIRECTIONS.map((name) => color(name).join())).size).toBe(3)
    })
  },
)

test.each(THEMES)('the color-blind set differs in lightness too, %s', (theme) => {
  const color = paletteOf('safe', theme)
  const [up, steady, down] = DIRECTIONS.map((name) => luminance(color(name)) + 0.05)
  const ratio = (one = 1, other = 1) => Math.max(one, other) / Math.min(one, other)
  expect(ratio(up, down)).toBeGreaterThan(1.5)
  expect(ratio(steady, down)).toBeGreaterThan(1.25)
})

test.each(THEMES)('text is readable on every background, %s', (theme) => {
  const color = paletteOf('classic', theme)
  for (const name of [
    '--text',
    '--text-soft',
    '--accent',
    '--bad',
    '--warn',
    '--good',
    '--unknown',
  ]) {
    for (const background of [...BACKGROUNDS, '--hover']) {
      const ratio = contrast(color(name), color(background))
      expect({ name, background, isEnough: ratio >= 4.5, ratio }).toMatchObject({ isEnough: true })
    }
  }
  expect(contrast(color('--on-accent'), color('--accent'))).toBeGreaterThanOrEqual(4.5)
  expect(contrast(color('--on-accent'), color('--accent-strong'))).toBeGreaterThanOrEqual(4.5)
})
