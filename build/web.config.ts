import { defineConfig, mergeConfig } from 'vite'
import { rendererConfig } from './renderer.mjs'
import { routeParts } from './route-parts.ts'
import { serviceWorker } from './service-worker.ts'
import { webManifest } from './web-manifest.ts'

/** Configuration of the hosted web build in out/web. */
export default defineConfig(
  mergeConfig(rendererConfig({ outDir: 'out/web', target: 'baseline-widely-available' }), {
    plugins: [routeParts, serviceWorker, webManifest],
  }),
)
