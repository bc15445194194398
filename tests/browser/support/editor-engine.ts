import type { Browser } from 'playwright'
import type { Engine } from './editor-engine-page.ts'
import { bundlePage } from './page-bundle.ts'

declare const engine: Engine

/** Blocks as the editor takes them. */
export type EngineBlocks = Parameters<Engine['write']>[0]

/** The editor's engine in a real browser. */
export interface EditorEngine {
  write(texts: EngineBlocks[]): Promise<string[]>
  read(htmls: string[]): Promise<string[]>
  time(html: string, times: number): Promise<number>
  close(): Promise<void>
}

/** Loads the engine into an empty page. */
export async function openEngine(browser: Browser): Promise<EditorEngine> {
  const [page, content] = await Promise.all([
    browser.newPage(),
    bundlePage('editor-engine-page.ts'),
  ])
  await page.addScriptTag({ content })
  return {
    write: (texts) => page.evaluate((all) => all.map((text) => engine.write(text)), texts),
    read: (htmls) => page.evaluate((all) => all.map((html) => engine.read(html)), htmls),
    time: (html, times) =>
      page.evaluate(([text, count]) => engine.time(text, count), [html, times] as const),
    close: () => page.close(),
  }
}
