import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { buildClassicScript } from './classic-script.ts'

const ENTRY = fileURLToPath(new URL('../desktop/worker/service-worker.ts', import.meta.url))

/** Builds the service worker as one classic script at the root of the site, which is its scope. */
export const serviceWorker: Plugin = {
  name: 'tidemark-service-worker',
  async generateBundle() {
    const source = await buildClassicScript(ENTRY)
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
}
