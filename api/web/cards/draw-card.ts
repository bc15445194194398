import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import satori from 'satori'
import type { CardElement } from './element.ts'
import { CARD_SIZE } from './theme.ts'

const fontFile = (weight: number) =>
  readFileSync(new URL(`./fonts/noto-sans-kr-${weight}.woff`, import.meta.url))

/** Loads fonts and the rasterizer; returns the function that draws a card as PNG. */
export async function createCardDrawer() {
  const require = createRequire(import.meta.url)
  await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  const fonts = ([400, 700] as const).map((weight) => {
    return { name: 'Card', data: fontFile(weight), weight, style: 'normal' as const }
  })
  return async (card: CardElement): Promise<Uint8Array<ArrayBuffer>> => {
    // Satori takes plain objects in the shape of React elements, which need a key.
    const svg = await satori({ key: null, ...card }, { ...CARD_SIZE, fonts })
    const image = new Resvg(svg, { font: { loadSystemFonts: false } })
    try {
      const rendered = image.render()
      const png = new Uint8Array(rendered.asPng())
      rendered.free()
      return png
    } finally {
      image.free()
    }
  }
}
