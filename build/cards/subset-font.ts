import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CARD_CHARACTERS } from '#api/web/cards/characters.ts'
import { fromRoot } from '#build/setup/project.mjs'

// bun build/cards/subset-font.ts    writes api/web/cards/fonts/*.woff: Noto Sans KR with the characters of
//                                   the cards only. Run it after a change of their texts.

const FONT = '@fontsource/noto-sans-kr'
const PACKAGES = [`${FONT}@5.3.0`, 'subset-font@2.9.0']
const WEIGHTS = [400, 700]
const target = fromRoot('api', 'web', 'cards', 'fonts')

type Subset = (font: Buffer, text: string, options: { targetFormat: 'woff' }) => Promise<Buffer>
const isSubset = (value: unknown): value is Subset => typeof value === 'function'

/** Used once per change of the texts, so the packages are not among those of the project. */
const folder = mkdtempSync(join(tmpdir(), 'tidemark-font-'))
try {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const added = Bun.spawnSync([process.execPath, 'add', '--exact', ...PACKAGES], { cwd: folder })
  if (!added.success) throw new Error(added.stderr.toString())
  const modules = join(folder, 'node_modules')
  const entry = Bun.resolveSync('subset-font', folder)
  const { default: subset }: { default: unknown } = await import(pathToFileURL(entry).href)
  if (!isSubset(subset)) throw new Error('subset-font has no function')
  for (const weight of WEIGHTS) {
    const name = `noto-sans-kr-korean-${weight}-normal.woff`
    const font = readFileSync(join(modules, FONT, 'files', name))
    const reduced = await subset(font, CARD_CHARACTERS, { targetFormat: 'woff' })
    writeFileSync(join(target, `noto-sans-kr-${weight}.woff`), reduced)
    process.stdout.write(`${weight}: ${reduced.length} bytes\n`)
  }
  writeFileSync(join(target, 'LICENSE'), readFileSync(join(modules, FONT, 'LICENSE')))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
