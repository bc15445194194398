import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const ENTRY = fileURLToPath(new URL('../desktop/worker/service-worker.ts', import.meta.url))

/** Builds the service worker as one classic script at the root of the site, which is its scope. */
export const serviceWorker: Plugin = {
  name: 'tidemark-service-worker',
  async generateBundle() {
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        write: false,
        target: 'baseline-widely-available',
        lib: { entry: ENTRY, formats: ['iife'], name: 'worker' },
      },
    })
    const [output] = Array.isArray(built) ? built : [built]
    if (!output || !('output' in output)) throw new Error('the service worker was not built')
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: output.output[0].code })
  },
}
