import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from '#shared/contract/server-page.ts'

/** Entry of the build. */
export const PAGES_FILE = 'server.js'

interface RendererModule {
  renderPage: RenderPage
}

const isRenderer = (module: unknown): module is RendererModule =>
  typeof module === 'object' && module !== null && 'renderPage' in module

/** Loads the page renderer from the build in `folder`; null without a build. Throws when it is broken. */
export async function loadPageRenderer(folder: string): Promise<RenderPage | null> {
  const file = join(folder, PAGES_FILE)
  if (!existsSync(file)) return null
  const module: unknown = await import(pathToFileURL(file).href)
  if (!isRenderer(module)) throw new Error(`${file} has no renderPage; build it again.`)
  return module.renderPage
}
