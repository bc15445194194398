import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'

/** The project's root. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

/** Constants of the interface that are set at build time; `apiUrl` is empty for the page's own origin. */
export const constants = (/** @type {string} */ apiUrl) => ({
  __API_URL__: JSON.stringify(apiUrl),
  __VERSION__: JSON.stringify(version),
})

/** Settings of CSS modules. */
export const cssModules = { modules: { localsConvention: /** @type {const} */ ('camelCaseOnly') } }

/** Shared libraries in a chunk of their own: they change rarely and stay in the browser cache. */
const base =
  /node_modules\/(?:(?:react-router|@elysiajs)\/|@tanstack\/(?!.*[mM]utationO|.*useMutation|.*queriesObserver|.*useQueries))/
const reactLibrary = /node_modules\/(?:react|react-dom|scheduler)\//

/** The package resolves to its development build, whose warnings stay in the bundle. */
const routerAlias = Object.entries({
  'react-router': 'index',
  'react-router/dom': 'dom-export',
}).map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: `${root}node_modules/react-router/dist/production/${file}.mjs`,
}))

/**
 * Delays the first paint until the script has run; otherwise an empty, unthemed page appears first.
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
 * Uses absolute asset URLs, because one page serves every path; electron-vite sets a relative base.
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
    define: constants(process.env.VITE_API_URL ?? ''),
    resolve: { alias: routerAlias },
    css: cssModules,
    build: {
      outDir: `${root}${outDir}`,
      emptyOutDir: true,
      target,
      sourcemap: false,
      // The packages' licenses ask for their texts beside the code.
      license: { fileName: 'licenses.txt' },
      // electron-vite does not minify by default.
      minify: true,
      // Inlined assets would be data: URLs, which the CSP allows for images only.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // The lists of every screen's scripts would be 2 kB of the first download. The server names
        // those of the requested path; a later screen finds its own as it loads.
        resolveDependencies: (_file, files, { hostType }) =>
          hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
      },
      rolldownOptions: {
        input: `${root}desktop/renderer/index.html`,
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: reactLibrary, priority: 2 },
              { name: 'base', test: base, priority: 1 },
              // One chunk for code shared by most screens instead of many small ones. Home needs
              // none of the moderation code, which many other screens share.
              {
                name: 'common',
                minShareCount: 26,
                test: /^(?!.*(?:features|screens)\/moderation)/,
              },
              // Small modules of home's first view: as files of their own they compress worse.
              {
                name: 'common',
                test: /(?:features\/market\/(?:live-|direction-mark|price-display)|features\/home\/(?:band-gauge|round-status)\.|features\/calls\/(?:own-votes|settled-calls)\.|platform\/use-preference\.|components\/(?:author|badge|nickname|section)\.|rules\/(?:band|freshness|deleted-user)\.)/,
              },
            ],
          },
        },
      },
    },
  }
}
