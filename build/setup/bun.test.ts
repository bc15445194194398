import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#build/setup/free-port.mjs'
import { type LockedPackage, lockedBun, npmCommand } from './bun.mjs'
import { fromRoot, packageJson } from './project.mjs'

const lock = readFileSync(fromRoot('bun.lock'), 'utf8')

test.each([
  ['linux', 'x64', 'glibc', '@oven/bun-linux-x64'],
  ['linux', 'x64', 'musl', '@oven/bun-linux-x64-musl'],
  ['linux', 'arm64', 'glibc', '@oven/bun-linux-aarch64'],
  ['linux', 'arm64', 'musl', '@oven/bun-linux-aarch64-musl'],
  ['darwin', 'arm64', 'musl', '@oven/bun-darwin-aarch64'],
  ['darwin', 'x64', 'musl', '@oven/bun-darwin-x64'],
  ['win32', 'x64', 'musl', '@oven/bun-windows-x64'],
  ['win32', 'arm64', 'musl', '@oven/bun-windows-aarch64'],
])('reads the package of %s %s %s from bun.lock', (os, cpu, libc, name) => {
  const found = lockedBun(lock, { os, cpu, libc })
  expect(found).toMatchObject({ name, version: packageJson.devDependencies.bun })
  expect(Buffer.from(found?.integrity.slice('sha512-'.length) ?? '', 'base64')).toHaveLength(64)
})

test('finds no package for a machine without one', () => {
  expect(lockedBun(lock, { os: 'linux', cpu: 's390x', libc: 'glibc' })).toBeUndefined()
})

describe('a package fetched before Bun runs', () => {
  const NAME = '@oven/bun-sample'
  let folder = ''
  let archive: Uint8Array<ArrayBuffer>
  let registry: ReturnType<typeof Bun.serve>
  const locked: LockedPackage = { name: NAME, version: '1.0.0', integrity: '' }

  const integrityOf = (content: Uint8Array) =>
    `sha512-${createHash('sha512').update(content).digest('base64')}`

  beforeAll(async () => {
    const manifest = JSON.stringify({ name: NAME, version: '1.0.0' })
    const content = new Bun.Archive(
      { 'package/package.json': manifest, 'package/bin/bun': 'binary' },
      { compress: 'gzip' },
    )
    archive = new Uint8Array(await content.bytes())
    locked.integrity = integrityOf(archive)
    registry = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const path = decodeURIComponent(new URL(request.url).pathname)
        if (path.endsWith('.tgz')) return new Response(archive)
        const tarball = `${registry.url.origin}/${NAME}/-/bun-sample-1.0.0.tgz`
        // A registry that serves another archive names its hash as well.
        const dist = { tarball, integrity: integrityOf(archive) }
        const versions = { '1.0.0': { name: NAME, version: '1.0.0', dist } }
        return Response.json({ name: NAME, 'dist-tags': { latest: '1.0.0' }, versions })
      },
    })
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-bun-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  afterAll(() => registry.stop(true))

  const fetchFrom = async (
    wanted: LockedPackage,
    origin = registry.url.origin,
    cache = join(folder, 'cache'),
  ) => {
    const flags = ['--registry', origin, '--cache', cache]
    const script = `import { fetchPackage } from '#build/setup/bun.mjs'
      import { exitOnSetupError } from '#build/setup/command.mjs'
      exitOnSetupError(() => fetchPackage(...JSON.parse(process.argv[1])))`
    const args = JSON.stringify([wanted, folder, flags])
    const child = Bun.spawn(['node', '--input-type=module', '-e', script, args], {
      cwd: fromRoot(),
      stdout: 'ignore',
      stderr: 'pipe',
    })
    return { error: await new Response(child.stderr).text(), code: await child.exited }
  }
  const binary = () => join(folder, 'node_modules', NAME, 'bin', 'bun')

  test('is installed when its archive has the locked SHA-512', async () => {
    expect(await fetchFrom(locked)).toMatchObject({ code: 0 })
    expect(readFileSync(binary(), 'utf8')).toBe('binary')
  })

  test('is refused in one clear line when its archive differs', async () => {
    const other = { ...locked, integrity: integrityOf(new Uint8Array([1])) }
    const { code, error } = await fetchFrom(other)
    expect(code).toBe(1)
    expect(error).toBe(
      `tidemark: ${NAME} 1.0.0 of the npm registry differs from the SHA-512 in bun.lock, so it was not installed\n`,
    )
    expect(existsSync(binary())).toBe(false)
  })

  test('fails within seconds, in one clear line, without a network', async () => {
    const begin = performance.now()
    const { code, error } = await fetchFrom(locked, `http://127.0.0.1:${await freePort()}`)
    expect(code).toBe(1)
    expect(error).toStartWith(
      `tidemark: ${NAME} 1.0.0 could not be fetched from the npm registry: `,
    )
    expect(error.trimEnd()).not.toContain('\n')
    // npm alone waits 10 and then 60 seconds.
    expect(performance.now() - begin).toBeLessThan(40_000)
  })

  test('is installed through a cache in its folder when npm cannot write to its own', async () => {
    const file = join(folder, 'a-file')
    await Bun.write(file, '')
    const { code, error } = await fetchFrom(locked, registry.url.origin, join(file, 'cache'))
    expect({ code, error }).toEqual({
      code: 0,
      error: 'tidemark: npm cannot use its cache; using one in .tools\n',
    })
    expect(readFileSync(binary(), 'utf8')).toBe('binary')
  })
})

describe('the npm that fetches it', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark npm '))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('is the one that started this process, else the one of PATH', () => {
    const env = { npm_execpath: '/opt/npm/bin/npm-cli.js' }
    const node = '/opt/node'
    expect(npmCommand({ env, node })).toEqual({ command: node, leading: [env.npm_execpath] })
    expect(npmCommand({ env: {}, platform: 'linux', node })).toEqual({
      command: 'npm',
      leading: [],
    })
  })

  test('is run without a shell on Windows, from a folder with a space', async () => {
    const on = { env: {}, platform: 'win32', node: join(folder, 'node.exe') }
    expect(() => npmCommand(on)).toThrow('npm was not found beside Node')
    const script = join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')
    await Bun.write(script, '')
    expect(npmCommand(on)).toEqual({ command: on.node, leading: [script] })
  })
})
