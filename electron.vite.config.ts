import { defineConfig } from 'electron-vite'
import { apiUrl } from '#build/api-url.mjs'
import { rendererConfig } from '#build/renderer.mjs'

/** Not bundled: Electron itself and a native module. */
const external = ['electron', '@napi-rs/keyring']

/** Desktop app: main process, preload and renderer. */
export default defineConfig({
  main: {
    // electron-store and electron-updater ask for two minor versions of it.
    resolve: { dedupe: ['semver'] },
    define: {
      __API_URL__: JSON.stringify(apiUrl),
    },
    build: {
      outDir: 'out/main',
      target: 'node24',
      externalizeDeps: false,
      sourcemap: false,
      minify: true,
      license: { fileName: 'licenses.txt' },
      rolldownOptions: {
        input: 'desktop/main/index.ts',
        external,
        output: { format: 'es' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: 'node24',
      externalizeDeps: false,
      minify: true,
      // A sandboxed preload must be CommonJS.
      rolldownOptions: {
        input: 'desktop/preload/index.ts',
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: rendererConfig({ outDir: 'out/renderer', target: 'esnext' }),
})
