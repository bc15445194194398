import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { inTree } from './setup/tree.mjs'
import * as fileSystem from './slim/file-system.mjs'
import { slimMain, treeshake } from './slim-main.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-slim-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Bundles for Node as the main process is bundled, with a stand-in for Electron. */
async function bundle(input: string, outDir: string, plugins: Plugin[]): Promise<void> {
  await build({
    configFile: false,
    root: inTree(),
    logLevel: 'silent',
    plugins,
    resolve: { alias: { electron: inTree('build', 'slim', 'trial', 'electron.mjs') } },
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: input,
      minify: true,
      target: 'node20',
      rolldownOptions: { external: [...builtinModules, /^node:/], treeshake },
    },
  })
}

test('the packages still keep a setting, and find and fetch an update', async () => {
  const update = randomBytes(200_000)
  const sha512 = createHash('sha512').update(update).digest('base64')
  const feed = [
    'version: 1.1.0',
    'files:',
    '  - url: Tidemark.AppImage',
    `    sha512: ${sha512}`,
    `    size: ${update.length}`,
    'path: Tidemark.AppImage',
    `sha512: ${sha512}`,
    "releaseDate: '2026-11-21T12:00:00.000Z'",
  ]
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      return new Response(pathname.endsWith('.yml') ? feed.join('\n') : update)
    },
  })
  try {
    const configuration = `provider: generic\nurl: http://127.0.0.1:${server.port}/feed\n`
    writeFileSync(join(folder, 'app-update.yml'), configuration)
    const out = join(folder, 'out')
    await bundle(inTree('build', 'slim', 'trial', 'main.mjs'), out, [slimMain()])
    const trial = Bun.spawn(['node', join(out, 'main.js')], {
      env: {
        PATH: process.env.PATH ?? '',
        TRIAL_FOLDER: folder,
        APPIMAGE: join(folder, 'Old.AppImage'),
        XDG_CACHE_HOME: folder,
      },
      stderr: 'pipe',
    })
    const [printed, complaint] = await Promise.all([
      new Response(trial.stdout).text(),
      new Response(trial.stderr).text(),
    ])
    expect(complaint).toBe('')
    const { files, ...rest } = JSON.parse(printed)
    expect(rest).toEqual({
      kept: { isMuted: true },
      version: '1.1.0',
      downloaded: ['1.1.0', '1.1.0'],
      fits: [true, false],
    })
    expect(readFileSync(join(folder, 'main.log'), 'utf8')).toMatch(/ info kept token=\[hidden\]\n$/)
    expect(readFileSync(files[0])).toEqual(update)
    expect(asked.filter((path) => path.endsWith('.AppImage'))).toHaveLength(1)
  } finally {
    await server.stop(true)
  }
}, 60_000)

test('a package that asks for something else than what is cut stops the build', async () => {
  const changed: Plugin = {
    name: 'changed',
    transform: {
      filter: { id: /builder-util-runtime\/out\/httpExecutor\.js/ },
      handler: (code) => code.replace('require("debug")', '({ default: () => () => {} })'),
    },
  }
  const input = inTree('build', 'slim', 'trial', 'main.mjs')
  const attempt = bundle(input, join(folder, 'changed'), [changed, slimMain()])
  await expect(attempt).rejects.toThrow('nothing asks for debug any more')
}, 60_000)

test('files are read, replaced and cleared away as the updater expects', async () => {
  const deep = join(folder, 'files', 'deep')
  await fileSystem.outputJson(join(deep, 'info.json'), { fileName: 'a' })
  expect(await fileSystem.readJson(join(deep, 'info.json'))).toEqual({ fileName: 'a' })
  await expect(fileSystem.readJson(join(deep, 'none.json'))).rejects.toMatchObject({
    code: 'ENOENT',
  })
  expect(await fileSystem.pathExists(deep)).toBe(true)
  expect(await fileSystem.pathExists(join(deep, 'none'))).toBe(false)

  const file = await fileSystem.open(join(deep, 'info.json'), 'r')
  const buffer = Buffer.alloc(4)
  await fileSystem.read(file, buffer, 0, 4, 2)
  expect(buffer.toString()).toBe('file')
  expect((await fileSystem.fstat(file)).size).toBe(17)
  await fileSystem.close(file)

  mkdirSync(join(deep, 'more'))
  await fileSystem.emptyDir(deep)
  expect(readdirSync(deep)).toEqual([])
  await fileSystem.remove(join(folder, 'files'))
  await fileSystem.remove(join(folder, 'files'))
  expect(fileSystem.existsSync(deep)).toBe(false)
  await fileSystem.emptyDir(deep)
  expect(fileSystem.pathExistsSync(deep)).toBe(true)
})
