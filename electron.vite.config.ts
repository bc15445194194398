import { defineConfig } from 'electron-vite'
import { apiUrl } from '#build/api-url.mjs'
import { rendererConfig } from '#build/renderer.mjs'

/** Not bundled: Electron itself and a native module. */
const external = ['electron', '@napi-rs/keyring']

/** Address of Vite's server while the app is watched. */
const HOST = '127.0.0.1'
const PORT = 5183

/** Desktop app: main process, preload and renderer. `serve` is `npm run desktop -- --watch`. */
export default defineConfig(({ command }) => {
  const isWatched = command === 'serve'
  const readable = { sourcemap: isWatched, minify: !isWatched, watch: isWatched ? {} : null }
  return {
    main: {
      // electron-store and electron-updater ask for two minor versions of it.
      resolve: { dedupe: ['semver'] },
      define: {
        __API_URL__: JSON.stringify(apiUrl),
        __DEV_SERVER__: JSON.stringify(isWatched ? `http://${HOST}:${PORT}` : null),
      },
      build: {
        ...readable,
        outDir: 'out/main',
        target: 'node24',
        externalizeDeps: false,
        license: { fileName: 'licenses.txt' },
        rolldownOptions: {
          input: 'desktop/main/index.ts',
          external,
          // Drops reads of properties whose value nothing uses.
          treeshake: { propertyReadSideEffects: false },
          output: { format: 'es' },
        },
      },
    },
    preload: {
      build: {
        ...readable,
        outDir: 'out/preload',
        target: 'node24',
        externalizeDeps: false,
        // A sandboxed preload must be CommonJS.
        rolldownOptions: {
          input: 'desktop/preload/index.ts',
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
    renderer: {
      ...rendererConfig({ outDir: 'out/renderer', target: 'esnext' }),
      html: isWatched ? { cspNonce: 'development' } : {},
      server: {
        host: HOST,
        port: PORT,
        strictPort: true,
        // The page's own address is that of the app.
        hmr: { protocol: 'ws', host: HOST, clientPort: PORT },
      },
    },
  }
})
