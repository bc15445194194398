import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import configuration from '#build/electron-builder.config.mjs'
import { fromRoot, packageJson } from '#build/setup/project.mjs'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import { translator } from '#shared/i18n/text.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { put, putElectron, putProject } from './dry-pack.ts'

const Printed = Type.Object({
  appImage: Type.Object({ desktop: Type.String(), desktopFileName: Type.String() }),
  deb: Type.Object({ args: Type.Array(Type.String()), desktop: Type.String() }),
})

/** Arguments of the packagers, found by electron-builder's own hook: neither can be fetched here. */
describe.if(process.platform === 'linux' && process.arch === 'x64')('for Linux', () => {
  let folder: string
  let printed: typeof Printed.static
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-pack-linux-'))
    const project = join(folder, 'project')
    const electron = join(folder, 'electron')
    putElectron(electron)
    putProject(project)
    put(join(project, 'out', 'main', 'index.js'), 'export {}')
    cpSync(fromRoot('build', 'icons'), join(project, 'build', 'icons'), { recursive: true })
    const script = fromRoot('build', 'package', 'print-linux-arguments.mjs')
    const done = Bun.spawnSync(['node', script, project, electron], {
      cwd: project,
      env: { PATH: process.env.PATH ?? '', HOME: project, UPDATE_URL: 'https://feed.example/app' },
    })
    const [line = ''] = done.stdout.toString().trim().split('\n').slice(-1)
    if (done.exitCode !== 0) throw new Error(`${done.stdout}${done.stderr}`)
    printed = Value.Parse(Printed, JSON.parse(line))
  }, 180_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const entry = (exec: string) => [
    '[Desktop Entry]',
    'Name=Tidemark',
    `Exec=${exec}`,
    'Terminal=false',
    'Type=Application',
    'Icon=tidemark',
    'StartupWMClass=app.tidemark.Tidemark',
  ]
  const rest = [
    'Comment[ko]=일주일 뒤 BTC/USDT 가격을 예측하는 서비스',
    'Keywords=bitcoin;btc;vote;prediction;',
    'Actions=Write;Votes;Boards;',
    'Comment=Call the BTC/USDT price a week ahead: up, steady, down or unknown.',
    'MimeType=x-scheme-handler/tidemark;',
    'Categories=Office;Finance;',
    '',
  ]
  const [en, ko] = [translator(menuTexts, 'en-US'), translator(menuTexts, 'ko-KR')]
  /** The texts of the jump list, in both languages. */
  const actions = (command: string) =>
    [
      ['Write', 'menu.write', PATHS.voteWrite] as const,
      ['Votes', 'menu.votes', PATHS.votes] as const,
      ['Boards', 'menu.boards', PATHS.boards] as const,
    ].flatMap(([id, key, path]) => [
      `[Desktop Action ${id}]`,
      `Name=${en(key)}`,
      `Name[ko]=${ko(key)}`,
      `Exec=${command} tidemark:/${path}`,
      '',
    ])

  test('the AppImage starts from the menu with the sandbox', () => {
    const { desktop, desktopFileName } = printed.appImage
    const version = `X-AppImage-Version=${packageJson.version}`
    expect(desktop.split('\n')).toEqual([
      ...entry('AppRun %U'),
      version,
      ...rest,
      ...actions('AppRun'),
    ])
    // Electron takes its application id from it, by which a desktop finds the icon of a window. GNOME gives
    // global shortcuts only to an id in reverse domain order.
    expect(desktopFileName).toBe('app.tidemark.Tidemark.desktop')
    expect(packageJson.desktopName).toBe(desktopFileName)
  })

  test('the deb starts from the menu with the sandbox', () => {
    expect(printed.deb.desktop.split('\n')).toEqual([
      ...entry('/opt/Tidemark/tidemark %U'),
      ...rest,
      ...actions('/opt/Tidemark/tidemark'),
    ])
  })

  test('the arguments of the packager of the deb', () => {
    const { args } = printed.deb
    const named = (name: string) => args[args.indexOf(`--${name}`) + 1]
    expect(named('architecture')).toBe('amd64')
    expect(named('name')).toBe('tidemark')
    expect(named('version')).toBe(packageJson.version)
    expect(named('maintainer')).toBe('Tidemark <contact@tidemark.app>')
    expect(named('url')).toBe('https://tidemark.app')
    expect(named('license')).toBe('MIT')
    const installed = args.flatMap((arg) => /=(\/\S+)$/.exec(arg)?.[1] ?? [])
    const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
    expect(installed.sort()).toEqual(
      [
        '/opt/Tidemark',
        '/usr/share/applications/app.tidemark.Tidemark.desktop',
        ...sizes.map((size) => `/usr/share/icons/hicolor/${size}x${size}/apps/tidemark.png`),
      ].sort(),
    )
  })
})

test('the AppImage needs no libfuse2', () => {
  expect(configuration.toolsets?.appimage).toBe('1.0.3')
  expect(configuration.linux?.executableArgs).toEqual([])
  // xz, which `maximum` meant, takes seconds to unpack at each start.
  expect(configuration.compression).toBe('normal')
  expect(configuration.deb?.depends).toContain('libasound2 | libasound2t64')
})
