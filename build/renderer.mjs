import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'

/** The project's root, from this file. */
const root = fileURLToPath(new URL('..', import.meta.url))

/** Libraries of every screen: they change less often than the screens, and stay cached. */
const base =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router|@elysiajs)\/|@tanstack\/(?!.*[mM]utationO|.*useMutation))/

/**
 * Delays the first paint until the script has run: without it the page is empty and unthemed.
 * @type {import('vite').Plugin}
 */
const paintWhenReady = {
  name: 'tidemark-paint-when-ready',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
}

/**
 * One page answers every path, so its files are addressed from the root; electron-vite sets a
 * relative base.
 * @type {import('vite').Plugin}
 */
const absoluteBase = {
  name: 'tidemark-absolute-base',
  enforce: 'post',
  config: () => ({ base: '/' }),
}

/**
 * The Vite configuration of the interface, for the browser and for the desktop app. `outDir` is
 * relative to the root. VITE_API_URL is the API's origin; unset means the page's own.
 * @param {{ outDir: string, target: string }} options
 * @returns {import('vite').UserConfig}
 */
export function rendererConfig({ outDir, target }) {
  return {
    root: `${root}desktop/renderer`,
    plugins: [react(), paintWhenReady, absoluteBase],
    define: { __API_URL__: JSON.stringify(process.env.VITE_API_URL ?? '') },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      outDir: `${root}${outDir}`,
      emptyOutDir: true,
      target,
      sourcemap: false,
      // electron-vite does not minify by default.
      minify: true,
      // Inlined assets would be data: URLs, which the CSP allows for images only.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: `${root}desktop/renderer/index.html`,
        output: {
          codeSplitting: {
            groups: [
              { name: 'base', test: base, priority: 1 },
              // What most screens share comes in one file instead of many small ones.
              { name: 'common', minShareCount: 8 },
            ],
          },
        },
      },
    },
  }
}
