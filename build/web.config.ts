import { defineConfig, mergeConfig } from 'vite'
import { rendererConfig } from './renderer.mjs'
import { routeParts } from './route-parts.ts'

/** The hosted web build: the whole interface for a browser, into out/web. */
export default defineConfig(
  mergeConfig(rendererConfig({ outDir: 'out/web', target: 'baseline-widely-available' }), {
    plugins: [routeParts],
  }),
)
