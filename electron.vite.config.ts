import { defineConfig } from 'electron-vite'
import { apiUrl } from '#build/api-url.mjs'
import { rendererConfig } from '#build/renderer.mjs'

/**
 * Google's client secret of the desktop app, which it asks for although an installed app can keep
 * none. It belongs to a build, never into git.
 */
const googleSecret = process.env.VITE_GOOGLE_DESKTOP_CLIENT_SECRET ?? ''

/** What the app is made of beside its own code: Electron itself, and a binary that cannot be bundled. */
const external = ['electron', '@napi-rs/keyring']

/** The desktop app: the main process, the bridge to its windows, and the interface. */
export default defineConfig({
  main: {
    define: {
      __API_URL__: JSON.stringify(apiUrl),
      __GOOGLE_DESKTOP_CLIENT_SECRET__: JSON.stringify(googleSecret),
    },
    build: {
      outDir: 'out/main',
      target: 'node24',
      externalizeDeps: false,
      sourcemap: false,
      minify: true,
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
      // A sandboxed window loads no modules.
      rolldownOptions: {
        input: 'desktop/preload/index.ts',
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: rendererConfig({ outDir: 'out/renderer', target: 'esnext' }),
})
