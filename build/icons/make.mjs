import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { chromiumFlags, ensureChromium } from '#build/setup/chromium.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { toIcns, toIco } from './containers.mjs'
import { overlaySvg, TRAY_PICTURES, TRAY_SIZES, traySvg } from './tray.mjs'

// node build/icons/make.mjs     renders the app icons from mark.svg and mark-small.svg, and the
//                              tray pictures from tray.mjs
const LINUX = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const WINDOWS = [16, 24, 32, 48, 64, 128, 256]
const MAC = [16, 32, 64, 128, 256, 512, 1024]

/** Largest size in pixels that uses the simplified mark. */
const SMALL = 24
/** Icons of macOS have a margin: a tile of 824 in 1024 pixels. */
const MAC_TILE = 824 / 1024

/** The mark within the safe zone of a maskable icon: a circle of four fifths. */
const MASKABLE_TILE = 0.8
/** Color of the mark's tile, which fills the mask. */
const MASKABLE_COLOR = '#0f3d63'

const place = (/** @type {string[]} */ ...parts) => fromRoot('build', 'icons', ...parts)
const read = (/** @type {string} */ name) => readFileSync(place(name), 'utf8')
const marks = { small: read('mark-small.svg'), large: read('mark.svg') }

const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
const page = await browser.newPage()

/**
 * @param {string} svg
 * @param {number} size pixels of a side
 * @param {number} tile share of the side that the drawing covers
 * @param {string} background
 * @returns {Promise<import('./containers.mjs').Picture>}
 */
async function render(svg, size, tile = 1, background = 'transparent') {
  const side = Math.round((size * tile) / 2) * 2
  const style = `body{margin:0;width:${size}px;height:${size}px;display:grid;place-items:center;background:${background}}svg{width:${side}px;height:${side}px}`
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>${style}</style>${svg}`)
  return { size, png: await page.screenshot({ omitBackground: true }) }
}

/**
 * @param {number[]} sizes
 * @param {number} tile
 */
async function renderMark(sizes, tile) {
  const pictures = []
  for (const size of sizes) {
    pictures.push(await render(size <= SMALL ? marks.small : marks.large, size, tile))
  }
  return pictures
}

/**
 * @param {import('./tray.mjs').TrayPicture} picture
 * @param {keyof typeof TRAY_SIZES} system
 */
async function renderTray(picture, system) {
  const pictures = []
  for (const size of TRAY_SIZES[system]) {
    pictures.push(await render(traySvg(picture, size, system === 'darwin'), size))
  }
  return pictures
}

/** @param {import('./tray.mjs').TrayPicture} picture */
async function writeTray(picture) {
  writeFileSync(
    place('tray', 'win32', `${picture.name}.ico`),
    toIco(await renderTray(picture, 'win32')),
  )
  for (const system of /** @type {const} */ (['darwin', 'linux'])) {
    const name = `${picture.name}${system === 'darwin' ? 'Template' : ''}`
    const [single, double] = await renderTray(picture, system)
    if (!single || !double) throw new Error('a size is missing')
    writeFileSync(place('tray', system, `${name}.png`), single.png)
    writeFileSync(place('tray', system, `${name}@2x.png`), double.png)
  }
}

try {
  rmSync(place('png'), { recursive: true, force: true })
  mkdirSync(place('png'))
  for (const { size, png } of await renderMark(LINUX, 1)) {
    writeFileSync(place('png', `${size}x${size}.png`), png)
  }
  for (const system of Object.keys(TRAY_SIZES)) {
    rmSync(place('tray', system), { recursive: true, force: true })
    mkdirSync(place('tray', system), { recursive: true })
  }
  for (const picture of TRAY_PICTURES) await writeTray(picture)
  const overlay = []
  for (const size of TRAY_SIZES.win32) overlay.push(await render(overlaySvg(), size))
  writeFileSync(place('tray', 'win32', 'no-vote.ico'), toIco(overlay))
  const maskable = await render(marks.large, 512, MASKABLE_TILE, MASKABLE_COLOR)
  writeFileSync(place('maskable.png'), maskable.png)
  writeFileSync(place('icon.ico'), toIco(await renderMark(WINDOWS, 1)))
  writeFileSync(place('icon.icns'), toIcns(await renderMark(MAC, MAC_TILE)))
} finally {
  await browser.close()
}
