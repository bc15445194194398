import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { chromiumFlags, ensureChromium } from '#build/setup/chromium.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { toIcns, toIco } from './containers.mjs'

// node build/icons/make.mjs     draws the app's icons anew from mark.svg and mark-small.svg
const LINUX = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const WINDOWS = [16, 24, 32, 48, 64, 128, 256]
const MAC = [16, 32, 64, 128, 256, 512, 1024]

/** Up to this many pixels the lines of the mark would blur. */
const SMALL = 24
/** macOS draws its icons with a rim: the tile of 824 in 1024 pixels. */
const MAC_TILE = 824 / 1024

const place = (/** @type {string[]} */ ...parts) => fromRoot('build', 'icons', ...parts)
const read = (/** @type {string} */ name) => readFileSync(place(name), 'utf8')
const marks = { small: read('mark-small.svg'), large: read('mark.svg') }

const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
const page = await browser.newPage()

/**
 * @param {number} size pixels of a side
 * @param {number} tile how much of it the mark takes, 1 for all
 * @returns {Promise<import('./containers.mjs').Picture>}
 */
async function draw(size, tile) {
  const side = Math.round((size * tile) / 2) * 2
  const mark = size <= SMALL ? marks.small : marks.large
  const style = `body{margin:0;width:${size}px;height:${size}px;display:grid;place-items:center}svg{width:${side}px;height:${side}px}`
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>${style}</style>${mark}`)
  return { size, png: await page.screenshot({ omitBackground: true }) }
}

/**
 * @param {number[]} sizes
 * @param {number} tile
 */
async function drawAll(sizes, tile) {
  const pictures = []
  for (const size of sizes) pictures.push(await draw(size, tile))
  return pictures
}

try {
  rmSync(place('png'), { recursive: true, force: true })
  mkdirSync(place('png'))
  for (const { size, png } of await drawAll(LINUX, 1)) {
    writeFileSync(place('png', `${size}x${size}.png`), png)
  }
  writeFileSync(place('icon.ico'), toIco(await drawAll(WINDOWS, 1)))
  writeFileSync(place('icon.icns'), toIcns(await drawAll(MAC, MAC_TILE)))
} finally {
  await browser.close()
}
