/**
 * What a first visit loads beyond the entry, by address: the sources of the screens. An address
 * that is not here loads its screen when the router asks for it.
 */
const screens = [
  { path: '^/$', sources: ['features/home/home-page.tsx'] },
  { path: '^/vote$', sources: ['app/vote-frame.tsx', 'features/votes/list-page.tsx'] },
  { path: '^/vote/view/', sources: ['app/vote-frame.tsx', 'features/votes/view-page.tsx'] },
  { path: '^/boards/(frees|notices|suggestions)$', sources: ['features/boards/list-page.tsx'] },
]

/** Where the list lies in the build; a name with a dot is never served. */
export const ROUTE_PARTS = '.route-parts.json'

/**
 * Writes which files of the build an address needs beyond those the page names, so that the server
 * can name them in the page and no screen waits for the entry to ask for it. Throws when a source is
 * no part of its own any more.
 * @type {import('vite').Plugin}
 */
export const routeParts = {
  name: 'tidemark-route-parts',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))

      /** @param {import('vite').Rolldown.OutputChunk} chunk @param {Set<string>} files */
      const collect = (chunk, files) => {
        if (files.has(chunk.fileName)) return files
        files.add(chunk.fileName)
        for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
        for (const name of chunk.imports) {
          const imported = byName.get(name)
          if (imported) collect(imported, files)
        }
        return files
      }

      const entry = chunks.find((chunk) => chunk.isEntry)
      const known = entry ? collect(entry, new Set()) : new Set()
      const parts = screens.map(({ path, sources }) => {
        /** @type {Set<string>} */
        const files = new Set()
        for (const source of sources) {
          const chunk = chunks.find((each) => each.facadeModuleId?.endsWith(`/renderer/${source}`))
          if (!chunk) throw new Error(`${source} is no part of its own: build/route-parts.mjs`)
          collect(chunk, files)
        }
        return {
          path,
          files: [...files].filter((file) => !known.has(file)).map((file) => `/${file}`),
        }
      })
      this.emitFile({ type: 'asset', fileName: ROUTE_PARTS, source: JSON.stringify(parts) })
    },
  },
}
