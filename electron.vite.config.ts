import { defineConfig } from 'electron-vite'
import { rendererConfig } from '#build/renderer.mjs'

/** The desktop app's window: the same interface as the web build, into out/renderer. */
export default defineConfig({
  renderer: rendererConfig({ outDir: 'out/renderer', target: 'esnext' }),
})
