import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { PATHS } from '#shared/rules/paths.ts'
import { buildClassicScript } from './classic-script.ts'

/** Screen modules below desktop/renderer. Other routes load theirs on navigation. */
const SCREENS: readonly { path: string; modules: readonly string[] }[] = [
  { path: PATHS.home, modules: ['features/home/home-page.tsx'] },
  { path: PATHS.votes, modules: ['app/layout/votes-layout.tsx', 'features/votes/list-page.tsx'] },
  {
    path: PATHS.voteView,
    modules: ['app/layout/votes-layout.tsx', 'features/votes/view-page.tsx'],
  },
  { path: PATHS.desk, modules: ['features/desk/desk-page.tsx'] },
  { path: PATHS.board, modules: ['features/boards/list-page.tsx'] },
  { path: PATHS.boardView, modules: ['features/boards/view-page.tsx'] },
  { path: PATHS.rounds, modules: ['features/rounds/list-page.tsx'] },
  { path: PATHS.round, modules: ['features/rounds/round-page.tsx'] },
  { path: PATHS.ranking, modules: ['features/ranking/ranking-page.tsx'] },
  { path: PATHS.user, modules: ['features/users/user-page.tsx'] },
  { path: PATHS.rules, modules: ['features/rules/rules-page.tsx'] },
  { path: PATHS.status, modules: ['features/status/status-page.tsx'] },
  { path: PATHS.verify, modules: ['features/receipts/verify-page.tsx'] },
  { path: PATHS.modlog, modules: ['features/moderation/modlog-page.tsx'] },
  { path: PATHS.terms, modules: ['features/legal/legal-page.tsx'] },
  { path: PATHS.privacy, modules: ['features/legal/legal-page.tsx'] },
]

/** Path of the list in the build; the server never serves a name that begins with a dot. */
const FILE = '.route-parts.json'

/** First script of the pages that the server renders; see api/web/page-template.ts. */
const EARLY = fileURLToPath(new URL('../desktop/renderer/app/early/main.ts', import.meta.url))

const patternOf = (path: string) => `^${path.replaceAll(/:\w+/g, '[^/]+')}$`

/** Files of a chunk and of its transitive imports, in the order in which they run. */
function collect(
  chunk: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  files = new Set<string>(),
  seen = new Set<string>(),
): Set<string> {
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (imported && !seen.has(name)) collect(imported, chunks, files, seen)
  }
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
  return files.add(chunk.fileName)
}

/** The content of a style sheet of the bundle. */
function styleOf(file: string, bundle: Rolldown.OutputBundle): string {
  const sheet = bundle[file]
  if (sheet?.type !== 'asset') throw new Error(`${file} is missing`)
  return String(sheet.source)
}

/**
 * Writes the files that each path needs beyond those in the page, which the server names there, and all
 * its styles as one sheet, whose requests would compete. Throws when a module has no chunk of its own.
 */
export const routeParts: Plugin = {
  name: 'tidemark-route-parts',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const entry = chunks.find((chunk) => chunk.isEntry)
      const preloaded = entry ? collect(entry, byName) : new Set<string>()
      const parts = SCREENS.map(({ path, modules }) => {
        const files = modules.flatMap((module) => {
          const chunk = chunks.find((each) => each.facadeModuleId?.endsWith(`/renderer/${module}`))
          if (!chunk) throw new Error(`${module} has no chunk of its own: build/route-parts.ts`)
          return [...collect(chunk, byName)]
        })
        const own = [...new Set(files)].filter((file) => !preloaded.has(file))
        const sheet = this.getFileName(
          this.emitFile({
            type: 'asset',
            name: 'page.css',
            source: [...preloaded, ...own]
              .filter((file) => file.endsWith('.css'))
              .map((file) => styleOf(file, bundle))
              .join(''),
          }),
        )
        return {
          path: patternOf(path),
          files: own.map((file) => `/${file}`),
          sheet: `/${sheet}`,
        }
      })
      const early = await buildClassicScript(EARLY)
      this.emitFile({ type: 'asset', name: 'early.js', source: early })
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(parts) })
    },
  },
}
