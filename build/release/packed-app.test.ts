import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flipFuses } from '@electron/fuses'
import { createHealth } from '#api/infrastructure/health.ts'
import { fused, put } from '#build/package/dry-pack.ts'
import { fuses } from '#build/package/fuses.mjs'
import { fromRoot, packageJson } from '#build/setup/project.mjs'
import { findPackedApp } from './packed-app.mjs'
import { signatureChecks } from './signature-checks.mjs'
import { judge, processTable, type SmokeReport } from './smoke-report.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-packed-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const good: SmokeReport = {
  version: packageJson.version,
  isPackaged: true,
  versions: { electron: packageJson.devDependencies.electron },
  system: 'linux',
  arch: 'x64',
  isSandboxed: true,
  opensLinks: true,
  keychain: 'loaded',
  isWayland: false,
  renderedAt: 0,
  windows: ['/', '/mini', '/chart'].map((path) => ({
    url: `app://tidemark${path}`,
    isVisible: true,
  })),
  page: {
    url: 'app://tidemark/',
    title: 'Tidemark',
    text: 'Login',
    isSecureContext: true,
    hasBridge: true,
    nodeGlobals: [],
  },
  processes: [
    {
      pid: 1,
      type: 'Browser',
      memory: { workingSetSize: 204_800 },
      cpu: { percentCPUUsage: 0.25 },
    },
    {
      pid: 2,
      type: 'Tab',
      seccomp: '2',
      memory: { workingSetSize: 102_400 },
      cpu: { percentCPUUsage: 1 },
    },
  ],
}

describe('a report of the packed app', () => {
  test('of a good one has no problem', () => {
    expect(judge(good, packageJson)).toEqual([])
    expect(processTable(good)).toContain('| Browser | 200 | 0.3 |\n| Tab | 100 | 1.0 |')
  })

  test.each<[Partial<SmokeReport>, string]>([
    [{ version: '0.0.1' }, 'the version is 0.0.1'],
    // As on Wayland before windows were shown without a first paint.
    [
      {
        windows: good.windows.map((window) => ({
          ...window,
          isVisible: !window.url.endsWith('/'),
        })),
      },
      'no window shows app://tidemark/',
    ],
    [{ isWayland: true }, 'the session is Wayland'],
    [{ versions: { electron: '1.0.0' } }, 'Electron 1.0.0'],
    [{ isPackaged: false }, 'the app does not run from its package'],
    [{ isSandboxed: false }, 'the sandbox is switched off'],
    [{ processes: [] }, 'no renderer of Electron runs'],
    // There the system reports it, and the report has none.
    [{ system: 'win32' }, 'a renderer runs without the sandbox'],
    [{ keychain: 'Error: no module' }, 'the keychain is not loaded: Error: no module'],
    [{ page: { ...good.page, url: 'about:blank' } }, 'the page is about:blank'],
    [{ page: { ...good.page, title: 'Error' } }, 'the title is Error'],
    [{ page: { ...good.page, isSecureContext: false } }, 'the page is no secure context'],
    [{ page: { ...good.page, hasBridge: false } }, 'the preload did not run'],
    [{ page: { ...good.page, nodeGlobals: ['process'] } }, 'the page has process'],
  ])('%o: %s', (difference, problem) => {
    expect(judge({ ...good, ...difference }, packageJson)).toEqual([problem])
  })
})

test.each([
  ['darwin', 'arm64', 'mac-universal/Tidemark.app/Contents/MacOS/Tidemark'],
  ['win32', 'x64', 'win-unpacked/Tidemark.exe'],
  ['win32', 'arm64', 'win-arm64-unpacked/Tidemark.exe'],
  ['linux', 'x64', 'linux-unpacked/tidemark'],
  ['linux', 'arm64', 'linux-arm64-unpacked/tidemark'],
])('the packed app is found on %s (%s)', (system, arch, path) => {
  const release = join(folder, `${system}-${arch}`)
  expect(() => findPackedApp(release, system, arch)).toThrow('npm run dist -- --dir')
  put(join(release, path), '')
  expect(findPackedApp(release, system, arch).executable).toBe(join(release, path))
})

test('signatures are checked by the tools of the system', () => {
  const commands = (system: string, isSigned: boolean) =>
    signatureChecks(system, '/release/Tidemark.app', isSigned).map(([command]) => command)
  expect(commands('darwin', false)).toEqual(['codesign'])
  expect(commands('darwin', true)).toEqual(['codesign', 'spctl', 'xcrun'])
  expect(commands('win32', false)).toEqual([])
  expect(commands('win32', true)).toEqual(['powershell'])
  expect(commands('linux', true)).toEqual([])
})

/** The scripts look for the app of this machine. */
describe.if(process.platform === 'linux' && process.arch === 'x64')('the scripts', () => {
  const node = (script: string, args: string[], environment: Record<string, string>) =>
    Bun.spawn(['node', fromRoot('build', 'release', script), ...args], {
      env: { PATH: process.env.PATH ?? '', HOME: folder, ...environment },
      stdout: 'pipe',
      stderr: 'pipe',
    })
  const released = (name: string) => join(folder, name)
  const executable = (name: string) => join(released(name), 'linux-unpacked', 'tidemark')

  test('fail for a fuse that is not as configured, and print the size', async () => {
    put(executable('fuses'), fused())
    const before = node('check-package.mjs', [released('fuses')], {})
    expect(await before.exited).toBe(1)
    expect(await new Response(before.stderr).text()).toContain('the fuse RunAsNode of')
    await flipFuses(executable('fuses'), fuses)
    const other = executable('fuses').replace('linux-', 'linux-arm64-')
    put(other, fused())
    const half = node('check-package.mjs', [released('fuses')], {})
    expect(await half.exited).toBe(1)
    expect(await new Response(half.stderr).text()).toContain('linux-arm64-unpacked')
    await flipFuses(other, fuses)
    const after = node('check-package.mjs', [released('fuses')], {})
    expect(await after.exited).toBe(0)
    expect(await new Response(after.stdout).text()).toContain('MB unpacked')
  })

  test('start the app with a profile of its own, and judge its report', async () => {
    const api = Bun.serve({ port: 0, fetch: () => createHealth([]).live() })
    const environment = { VITE_API_URL: `http://127.0.0.1:${api.port}` }
    const app = (report: SmokeReport) =>
      `#!/bin/sh\nmkdir -p "$TIDEMARK_SMOKE_TEST"\necho "$@" > "$TIDEMARK_SMOKE_TEST/args"\n` +
      `cat > "$TIDEMARK_SMOKE_TEST/smoke.json" <<'END'\n${JSON.stringify(report)}\nEND\n`
    try {
      put(executable('good'), app(good), 0o755)
      const report = join(folder, 'report')
      const summary = join(folder, 'summary.md')
      const run = node('smoke.mjs', [report, released('good')], {
        ...environment,
        GITHUB_STEP_SUMMARY: summary,
      })
      expect(await new Response(run.stderr).text()).toBe('')
      expect(await run.exited).toBe(0)
      expect(readFileSync(summary, 'utf8')).toMatch(
        /### linux x64\n\n\| start \| ms \|\n.*\n\| cold/,
      )
      const [, profile = ''] = /--user-data-dir=(\S+)/.exec(
        readFileSync(join(report, 'args'), 'utf8'),
      ) ?? ['', '']
      expect(profile).toContain('tidemark-smoke-')
      expect(existsSync(profile)).toBe(false)

      put(executable('bad'), app({ ...good, isSandboxed: false }), 0o755)
      const bad = node('smoke.mjs', [report, released('bad')], environment)
      expect(await bad.exited).toBe(1)
      expect(await new Response(bad.stderr).text()).toContain('the sandbox is switched off')

      put(executable('ended'), '#!/bin/sh\nexit 3\n', 0o755)
      const ended = node('smoke.mjs', [report, released('ended')], environment)
      expect(await ended.exited).toBe(1)
      expect(await new Response(ended.stderr).text()).toContain('the packed app ended with 3')
    } finally {
      await api.stop(true)
    }
  })
})
