import { BADGE, cross, dash, glyph, snapped } from './glyph.ts'
import { type Layer, paint, UNITS } from './paint.ts'
import type { Picture } from './png.ts'
import { both, circle, grown, type Shape, without } from './shape.ts'
import type { TrayIcon } from './tray-icon.ts'

type Color = Layer['color']

/** Bright enough for a dark panel, with a rim dark enough for a light one. */
const COLORS: Record<TrayIcon['direction'], { fill: Color; rim: Color }> = {
  up: { fill: [77, 148, 255], rim: [20, 74, 166] },
  steady: { fill: [52, 190, 120], rim: [13, 96, 54] },
  down: { fill: [255, 99, 92], rim: [161, 26, 26] },
  none: { fill: [140, 155, 173], rim: [62, 76, 94] },
}
const LATE = { fill: [255, 190, 61], rim: [122, 77, 0] } as const
/** What is no longer true has no color. */
const GREY: Color = [134, 142, 153]
const BLACK: Color = [0, 0, 0]

/** The whole glyph with a rim of about a pixel and its late mark, if it has one. */
function filled({ direction, state }: TrayIcon, size: number): Layer[] {
  const { fill, rim } = COLORS[direction]
  const thick = Math.max(1, Math.round(size / UNITS)) * (UNITS / size)
  const shape =
    direction === 'none' ? without(glyph('none', size), dash(size)) : glyph(direction, size)
  const around = grown(glyph(direction, size), thick)
  if (state !== 'delayed') {
    return [
      { shape: around, color: rim },
      { shape, color: fill },
    ]
  }
  const corner = circle(BADGE, 4.4)
  return [
    { shape: without(around, corner), color: rim },
    { shape: without(shape, corner), color: fill },
    { shape: circle(BADGE, 3.2), color: LATE.rim },
    { shape: circle(BADGE, 2.2), color: LATE.fill },
  ]
}

/** The outline of the glyph alone; with a cross in its corner when it is cut off. */
function hollow({ direction, state }: TrayIcon, size: number): Shape {
  const outside = grown(glyph(direction, size), snapped(1, size))
  const outline = without(outside, grown(outside, -snapped(2, size)))
  const shape = direction === 'none' ? both(outline, dash(size)) : outline
  return state === 'offline' ? both(without(shape, circle(BADGE, 4.6)), cross(1.9)) : shape
}

/** The glyph for a menu bar that gives it its own color: only what is covered counts. */
function plain(icon: TrayIcon, size: number): Shape {
  if (icon.state === 'stale' || icon.state === 'offline') return hollow(icon, size)
  const shape = grown(glyph(icon.direction, size), snapped(0.6, size))
  const whole = icon.direction === 'none' ? without(shape, dash(size)) : shape
  if (icon.state !== 'delayed') return whole
  const ring = without(circle(BADGE, 3.2), circle(BADGE, 1.7))
  return both(without(whole, circle(BADGE, 4.5)), ring)
}

/**
 * The icon on a square of `size` pixels. `isTemplate`: black on nothing, for macOS, whose menu bar
 * gives it the color that can be read.
 */
export function drawIcon(icon: TrayIcon, size: number, isTemplate: boolean): Picture {
  if (icon.state === 'none')
    return paint([{ shape: dash(size), color: isTemplate ? BLACK : GREY }], size)
  if (isTemplate) return paint([{ shape: plain(icon, size), color: BLACK }], size)
  const isOld = icon.state === 'stale' || icon.state === 'offline'
  const layers = isOld ? [{ shape: hollow(icon, size), color: GREY }] : filled(icon, size)
  return paint(layers, size)
}
