import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { slimAnnotations } from './slim-annotations.mjs'
import { slimRouter } from './slim-router.mjs'

/** The tree's root, from this file. */
const tree = fileURLToPath(new URL('..', import.meta.url))
const router = `${tree}node_modules/react-router/dist/production`

/** What every screen stands on changes less often than they do, and stays cached. */
const base =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router|@elysiajs)\/|@tanstack\/(?!.*[mM]utationO|.*useMutation))/
/** What no screen does without, with all that it imports, so that it does not come in crumbs. */
const core =
  'renderer/(app/(app|start|routes|layout/layout)|platform/(texts|query-keys|failure-text|live/summary-query)|components/(badge|failure)|features/market/[a-z-]+)|react-query/build/modern/useQuery|rules/band'
/** What every list of posts stands on, and what every screen of votes does. */
const lists =
  'renderer/(features/posts/(post-row|edit-window)|components/(pagination|empty|list-address))|rules/edit-window'
const votes = 'features/votes/(components/vote-list|eligibility)|chart/chart-focus'
/** @param {string} names */
const files = (names) => new RegExp(`(${names})\\.[jt]sx?$`)

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
 * One page is answered for every path, so that it cannot name its parts from where it lies;
 * electron-vite means a page that is opened as a file.
 * @type {import('vite').Plugin}
 */
const fromTheRoot = {
  name: 'tidemark-from-the-root',
  enforce: 'post',
  config: () => ({ base: '/' }),
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
    plugins: [react(), paintWhenReady, fromTheRoot, slimAnnotations, slimRouter],
    // The router's own development build is what its package names; this is its other one.
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: `${router}/index.mjs` },
        { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
      ],
    },
    define: { __API_URL__: JSON.stringify(process.env.VITE_API_URL ?? '') },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      outDir: `${tree}${outDir}`,
      emptyOutDir: true,
      target,
      sourcemap: false,
      // The tool that builds the desktop app leaves it as written otherwise.
      minify: true,
      // Inlined assets would be data: addresses, which the page's policy allows for pictures only.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: `${tree}desktop/renderer/index.html`,
        // A client that only wants a path of the contract need not carry the schemas beside it.
        output: {
          codeSplitting: {
            groups: [
              { name: 'base', test: base, priority: 2 },
              { name: 'core', test: files(core), priority: 1 },
              { name: 'lists', test: files(lists) },
              { name: 'votes', test: files(votes) },
            ],
          },
        },
        treeshake: { manualPureFunctions: ['Type'], propertyReadSideEffects: false },
      },
    },
  }
}
