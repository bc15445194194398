import { defineConfig } from 'vite'
import { rendererConfig } from './renderer.mjs'

/** The hosted web build: the whole interface for a browser, into out/web. */
export default defineConfig(
  rendererConfig({ outDir: 'out/web', target: 'baseline-widely-available' }),
)
