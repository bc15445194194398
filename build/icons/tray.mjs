// The tray pictures as SVG on a square of 16 units. They are drawn per pixel size: straight edges
// lie on whole pixels, so that small pictures stay sharp.
const UNITS = 16
const DIRECTIONS = /** @type {const} */ (['up', 'steady', 'down', 'none'])
const STATES = /** @type {const} */ (['live', 'delayed', 'stale', 'offline'])

/** Fill is bright enough for a dark panel, the rim dark enough for a light one. */
const COLORS = {
  up: { fill: 'rgb(77 148 255)', rim: 'rgb(20 74 166)' },
  steady: { fill: 'rgb(52 190 120)', rim: 'rgb(13 96 54)' },
  down: { fill: 'rgb(255 99 92)', rim: 'rgb(161 26 26)' },
  none: { fill: 'rgb(140 155 173)', rim: 'rgb(62 76 94)' },
}
const DELAYED = { fill: 'rgb(255 190 61)', rim: 'rgb(122 77 0)' }
/** An outdated price has no color. */
const GRAY = 'rgb(134 142 153)'
/** Center of the mark of a delayed or disconnected price. */
const BADGE = 12.5

/** @typedef {typeof DIRECTIONS[number]} Direction */
/** @typedef {{ name: string, direction: Direction, state: typeof STATES[number] | 'none' }} TrayPicture */

/** Every picture of the tray; `none` is the one without a price. @type {TrayPicture[]} */
export const TRAY_PICTURES = [
  ...DIRECTIONS.flatMap((direction) =>
    STATES.map((state) => ({ name: `${direction}-${state}`, direction, state })),
  ),
  { name: 'none', direction: 'none', state: 'none' },
]

/**
 * Pixel sizes by system: macOS at 1x and 2x, Windows from 100 to 300 % scaling, Linux at 1x and 2x
 * (panels shrink a large picture better than they stretch a small one).
 */
export const TRAY_SIZES = {
  darwin: [18, 36],
  win32: [16, 20, 24, 28, 32, 36, 40, 48],
  linux: [32, 64],
}

/**
 * @param {TrayPicture} picture
 * @param {number} size side in pixels
 * @param {boolean} isTemplate black on transparent, colored by the menu bar of macOS
 */
export function traySvg({ direction, state }, size, isTemplate) {
  const pixel = UNITS / size
  const snap = (/** @type {number} */ length) => Math.round(length / pixel) * pixel
  const ink = isTemplate ? '#000' : GRAY

  /** The glyph grown by `by` units on every side. */
  const glyph = (/** @type {number} */ by, /** @type {string} */ color) => {
    if (direction === 'none') return circle(8, 5.8 + by, color)
    const [corners, radius] = cornersOf(direction, snap)
    return `<path d="M${corners.join('L')}Z" fill="${color}" stroke="${color}" stroke-width="${2 * (radius + by)}" stroke-linejoin="round"/>`
  }
  const half = Math.max(1, Math.round(1.1 / pixel)) * pixel
  const dash = (/** @type {string} */ color) =>
    `<path d="M4.5 ${8 - half}h7v${2 * half}h-7z" fill="${color}"/>`
  const hole = (/** @type {number} */ radius) => circle(BADGE, radius, '#000')
  const isNone = direction === 'none'

  /** `shape` where the mask is white. */
  const masked = (/** @type {string} */ shape, /** @type {string} */ mask) =>
    `<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="16" height="16"><path fill="#fff" d="M0 0h16v16H0z"/>${mask}</mask><g mask="url(#m)">${shape}</g>`

  const hollow = () => {
    const grown = snap(1)
    // The inside as a black area: the glyph, shrunk by the rest of the line's width.
    const inside = innerHole(direction, grown - snap(2), snap)
    const cross =
      state === 'offline'
        ? `<path d="M${BADGE - 2.1} ${BADGE - 2.1}l4.2 4.2M${BADGE - 2.1} ${BADGE + 2.1}l4.2 -4.2" stroke="${ink}" stroke-width="1.9" stroke-linecap="round"/>`
        : ''
    const badge = state === 'offline' ? hole(4.6) : ''
    return `${masked(glyph(grown, ink), inside + badge)}${isNone ? dash(ink) : ''}${cross}`
  }

  const template = () => {
    const badge = state === 'delayed' ? hole(4.5) : ''
    const ring = `<circle cx="${BADGE}" cy="${BADGE}" r="2.45" fill="none" stroke="#000" stroke-width="1.5"/>`
    const shape = masked(glyph(snap(0.6), '#000'), (isNone ? dash('#000') : '') + badge)
    return state === 'delayed' ? shape + ring : shape
  }

  const filled = () => {
    const { fill, rim } = COLORS[direction]
    const thick = Math.max(1, Math.round(size / UNITS)) * pixel
    const shape = glyph(thick, rim) + glyph(0, fill) + (isNone ? dash(rim) : '')
    if (state !== 'delayed') return shape
    const badge = circle(BADGE, 3.2, DELAYED.rim) + circle(BADGE, 2.2, DELAYED.fill)
    return masked(shape, hole(4.4)) + badge
  }

  const draw = () => {
    if (state === 'none') return dash(ink)
    if (state === 'stale' || state === 'offline') return hollow()
    return isTemplate ? template() : filled()
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${draw()}</svg>`
}

/** The mark on the taskbar button of Windows: no call yet. */
export const overlaySvg = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${circle(8, 7, DELAYED.rim)}${circle(8, 5.6, DELAYED.fill)}</svg>`

/** @param {number} center @param {number} radius @param {string} color */
const circle = (center, radius, color) =>
  `<circle cx="${center}" cy="${center}" r="${radius}" fill="${color}"/>`

/**
 * Corners of a glyph, and the radius that rounds them.
 * @param {Exclude<Direction, 'none'>} direction
 * @param {(length: number) => number} snap
 * @returns {[string[], number]}
 */
function cornersOf(direction, snap) {
  if (direction === 'up') {
    const base = snap(12.8) - 0.7
    return [['8 2.9', `13.7 ${base}`, `2.3 ${base}`], 0.7]
  }
  if (direction === 'down') {
    const base = snap(3.2) + 0.7
    return [['8 13.1', `2.3 ${base}`, `13.7 ${base}`], 0.7]
  }
  const near = snap(2.8)
  const far = UNITS - near
  return [[`${near} ${near}`, `${far} ${near}`, `${far} ${far}`, `${near} ${far}`], 0]
}

/**
 * The glyph grown by `by`, which may be negative, as a black area of a mask.
 * @param {Direction} direction
 * @param {number} by
 * @param {(length: number) => number} snap
 */
function innerHole(direction, by, snap) {
  if (direction === 'none') return circle(8, 5.8 + by, '#000')
  const [corners, radius] = cornersOf(direction, snap)
  const width = radius + by
  const path = `d="M${corners.join('L')}Z"`
  if (width >= 0) {
    return `<path ${path} fill="#000" stroke="#000" stroke-width="${2 * width}" stroke-linejoin="round"/>`
  }
  // White paint along the edge leaves the shrunk shape.
  return `<path ${path} fill="#000" stroke="#fff" stroke-width="${-2 * width}"/>`
}
