import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'

/** The tree's root, from this file. */
const tree = fileURLToPath(new URL('..', import.meta.url))

/**
 * Holds the first paint until the script has run: the page is empty without it, and unthemed.
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
 * How the interface is built, for the browser and for the desktop app alike. `outDir` is relative
 * to the tree, `target` is what the code has to run in, and the API's origin is VITE_API_URL, or
 * the page's own when that is unset.
 * @param {{ outDir: string, target: string }} wish
 * @returns {import('vite').UserConfig}
 */
export function rendererConfig({ outDir, target }) {
  return {
    root: `${tree}desktop/renderer`,
    plugins: [react(), paintWhenReady],
    define: { __API_URL__: JSON.stringify(process.env.VITE_API_URL ?? '') },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      outDir: `${tree}${outDir}`,
      emptyOutDir: true,
      target,
      sourcemap: false,
      // Inlined assets would be data: addresses, which the page's policy allows for pictures only.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: `${tree}desktop/renderer/index.html`,
        // A client that only wants a path of the contract need not carry the schemas beside it.
        treeshake: { manualPureFunctions: ['Type'], propertyReadSideEffects: false },
      },
    },
  }
}
