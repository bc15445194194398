import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { buildClassicScript } from './classic-script.ts'

const ENTRY = fileURLToPath(new URL('../desktop/worker/service-worker.ts', import.meta.url))

/** Parts that the web never loads, or only when they are used: they are stored then. */
const ON_DEMAND = /\/renderer\/(?:app\/desktop|features\/(?:editor|find|mini))\//

/** Files beside the chunks that every page names. */
const FIXED = ['icon.svg', 'manifest.webmanifest']

/** Names of the files that the screens need: all chunks that the entry leads to, and their styles. */
function shellFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )
  const files = new Set(FIXED)
  const add = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || files.has(name) || ON_DEMAND.test(chunk.facadeModuleId ?? '')) return
    files.add(name)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) add(next)
  }
  for (const { isEntry, fileName } of chunks.values()) if (isEntry) add(fileName)
  return [...files].sort()
}

/** Builds the service worker as one classic script at the root of the site, which is its scope. */
export const serviceWorker: Plugin = {
  name: 'tidemark-service-worker',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const files = shellFiles(bundle).map((name) => `/${name}`)
      const page = bundle['index.html']
      const html = page?.type === 'asset' ? page.source : ''
      const hash = createHash('sha256').update(files.join()).update(html).digest('base64url')
      const shell = JSON.stringify({ id: hash.slice(0, 12), files })
      const source = await buildClassicScript(ENTRY, { __SHELL__: shell })
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  },
}
