import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRefusingProxy } from '#tests/support/refusing-proxy.ts'
import { fromRoot, packageJson } from './project.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-electron-'))
  // The tests play a user to whom this folder has to be open.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command that prints an expression with a function of build/setup. */
function commandOf(module: string, code: string): string[] {
  const url = JSON.stringify(fromRoot('build', 'setup', module))
  const script = `const it = await import(${url}); console.log(JSON.stringify(${code}) ?? null)`
  return ['node', '--input-type=module', '-e', script]
}

/** Evaluates an expression with a function of build/setup in a process of its own. */
function evaluate(module: string, code: string, environment: Record<string, string> = {}) {
  const done = Bun.spawnSync(commandOf(module, code), {
    env: { PATH: process.env.PATH ?? '', ...environment },
  })
  return { value: done.stdout.toString().trim(), error: done.stderr.toString() }
}

const isLinux = process.platform === 'linux'

describe.if(isLinux)('ELECTRON_OVERRIDE_DIST_PATH', () => {
  const named = () => ({ ELECTRON_OVERRIDE_DIST_PATH: folder })

  test('is used without a download', () => {
    writeFileSync(join(folder, 'version'), `v${packageJson.devDependencies.electron}\n`)
    writeFileSync(join(folder, 'electron'), '', { mode: 0o755 })
    const { value } = evaluate('electron.mjs', 'it.ensureElectron()', named())
    expect(value).toBe(JSON.stringify(join(folder, 'electron')))
  })

  test('is refused with another version, and nothing is downloaded', () => {
    writeFileSync(join(folder, 'version'), '44.0.0')
    expect(evaluate('electron.mjs', 'it.findElectron()', named()).value).toBe('null')
    const { error } = evaluate('electron.mjs', 'it.ensureElectron()', named())
    expect(error).toContain(`ELECTRON_OVERRIDE_DIST_PATH has no Electron`)
  })
})

// Where Electron is installed, nothing is fetched.
const isFetched = existsSync(fromRoot('node_modules', 'electron', 'dist', 'version'))

test.skipIf(isFetched).each(['HTTPS_PROXY', 'https_proxy'])(
  'Electron is fetched through the proxy of %s',
  async (name) => {
    const proxy = await startRefusingProxy()
    const child = Bun.spawn(commandOf('electron.mjs', 'it.ensureElectron()'), {
      env: {
        PATH: process.env.PATH ?? '',
        [name]: proxy.url,
        ELECTRON_MIRROR: 'https://electron.invalid/',
        electron_config_cache: join(folder, 'cache'),
      },
      stderr: 'pipe',
    })
    expect(await new Response(child.stderr).text()).toContain('could not be fetched')
    expect(proxy.lines[0]).toBe('CONNECT electron.invalid:443 HTTP/1.1')
    proxy.close()
  },
)

/** Only root can become another user, and make a file root's. */
describe.if(isLinux && process.getuid?.() === 0)('the sandbox', () => {
  const asUser = (status: number) => {
    const programs = join(folder, 'programs')
    Bun.spawnSync(['mkdir', '-p', programs])
    writeFileSync(join(programs, 'unshare'), `#!/bin/sh\nexit ${status}\n`)
    chmodSync(join(programs, 'unshare'), 0o755)
    const electron = JSON.stringify(join(folder, 'electron'))
    const code = `(process.getuid = () => 1000, it.sandboxFlags(${electron}))`
    return evaluate('sandbox.mjs', code, { PATH: `${programs}:${process.env.PATH}` })
  }

  test('is used where the system allows user namespaces', () => {
    expect(asUser(0).value).toBe('[]')
  })

  test('has one command as its remedy where it cannot start', () => {
    const helper = join(folder, 'chrome-sandbox')
    const command = `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`
    expect(asUser(1).error).toContain(command)
    writeFileSync(helper, '')
    chmodSync(helper, 0o4755)
    expect(asUser(1).value).toBe('[]')
    chownSync(helper, 1000, 1000)
    chmodSync(helper, 0o4755)
    expect(asUser(1).error).toContain(command)
  })

  test('is off for root', () => {
    expect(evaluate('sandbox.mjs', "it.sandboxFlags('/electron')").value).toBe('["--no-sandbox"]')
  })
})
