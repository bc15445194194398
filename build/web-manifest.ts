import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const icon = (name: string) =>
  readFileSync(fileURLToPath(new URL(`icons/${name}`, import.meta.url)))

/** Icons by their path on the site, with the pictures of the app. */
const ICONS = [
  { path: 'icons/256.png', file: 'png/256x256.png', sizes: '256x256', purpose: 'any' },
  { path: 'icons/512.png', file: 'png/512x512.png', sizes: '512x512', purpose: 'any' },
  { path: 'icons/maskable.png', file: 'maskable.png', sizes: '512x512', purpose: 'maskable' },
]
const FILE = 'manifest.webmanifest'

const MANIFEST = {
  id: '/',
  name: 'Tidemark',
  short_name: 'Tidemark',
  description: 'Call the BTC/USDT price a week ahead: up, steady, down or unknown.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#0d1217',
  theme_color: '#0d1217',
  icons: ICONS.map(({ path, sizes, purpose }) => {
    return { src: `/${path}`, sizes, purpose, type: 'image/png' }
  }),
}

/** Makes the site installable: iPhones and iPads allow push messages only then. */
export const webManifest: Plugin = {
  name: 'tidemark-web-manifest',
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'manifest', href: `/${FILE}` } },
    { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/icons/maskable.png' } },
  ],
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(MANIFEST) })
    for (const { path, file } of ICONS) {
      this.emitFile({ type: 'asset', fileName: path, source: icon(file) })
    }
  },
}
