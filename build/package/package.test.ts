import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import configuration from '#build/electron-builder.config.mjs'
import { fromRoot, packageJson } from '#build/setup/project.mjs'
import { LINK_SCHEME } from '#desktop/main/app/deep-links.ts'
import { APP_ID, TOAST_ACTIVATOR } from '#desktop/main/app/single-instance.ts'
import { fused, knownFuses, openAsar, pack, put, putElectron, putProject } from './dry-pack.ts'
import { fileMacro } from './file-macro.mjs'
import { fuses } from './fuses.mjs'
import { assertKeychain, keychainFiles } from './keychain.mjs'

/** Only this machine's keychain binary is installed, so packing is tested for it alone. */
const isLinux = process.platform === 'linux' && process.arch === 'x64'

let folder: string
let project: string
let electron: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-pack-'))
  project = join(folder, 'project')
  electron = join(folder, 'electron')
  putElectron(electron)
  putProject(project)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.if(isLinux)('a packed app', () => {
  const unpacked = () => join(project, 'release', 'linux-unpacked')

  beforeAll(() => {
    const bundles = ['main/index.js', 'preload/index.cjs', 'renderer/assets/a.css']
    for (const system of ['linux', 'win32']) {
      put(join(project, 'build', 'icons', 'tray', system, 'up-live.png'), system)
    }
    for (const path of bundles) put(join(project, 'out', path), path)
    // Files that must not be packed.
    const others = [
      '.env',
      'data/jwt-secret',
      'api/main.ts',
      'desktop/main/index.ts',
      'out/web/index.html',
      'node_modules/pg/index.js',
      'node_modules/elysia/package.json',
      'node_modules/@napi-rs/other/index.js',
    ]
    for (const path of others) put(join(project, path), path)
    const { code, text } = pack(project, electron)
    expect(text).not.toContain('⨯')
    expect(code).toBe(0)
  }, 180_000)

  test('contains only the bundles, the manifest, the tray images and the keychain', () => {
    const binary = 'node_modules/@napi-rs/keyring-linux-x64-gnu'
    const asar = openAsar(join(unpacked(), 'resources', 'app.asar'))
    expect(asar.paths).toEqual([
      'build/icons/tray/linux/up-live.png',
      `${binary}/LICENSE.third-party.md`,
      `${binary}/keyring.linux-x64-gnu.node`,
      `${binary}/package.json`,
      'node_modules/@napi-rs/keyring/LICENSE',
      'node_modules/@napi-rs/keyring/index.js',
      'node_modules/@napi-rs/keyring/package.json',
      'out/main/index.js',
      'out/preload/index.cjs',
      'out/renderer/assets/a.css',
      'package.json',
    ])
    expect(asar.unpacked).toEqual([`${binary}/keyring.linux-x64-gnu.node`])
    const beside = join(unpacked(), 'resources', 'app.asar.unpacked')
    expect(
      readdirSync(beside, { recursive: true }).filter((name) => /\./.test(String(name))),
    ).toEqual(['node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node'])
  })

  test('its package.json has no dependencies and starts the built main process', () => {
    const asar = openAsar(join(unpacked(), 'resources', 'app.asar'))
    const packed = JSON.parse(asar.read('package.json'))
    expect(packed).toMatchObject({ productName: 'Tidemark', main: 'out/main/index.js' })
    expect(packed).toMatchObject({ type: 'module', version: packageJson.version })
    expect(packed.dependencies ?? {}).toEqual({})
    expect(packed.devDependencies ?? {}).toEqual({})
    expect(packed.scripts ?? {}).toEqual({})
    expect(packed.commit).toMatch(/^[\da-f]{40}$/)
  })

  test('has every fuse set as configured', async () => {
    const wire = await getCurrentFuseWire(join(unpacked(), 'tidemark'))
    const { version, strictlyRequireAllFuses, ...wanted } = fuses
    const { version: _, ...burnt } = wire
    const isOn = Object.entries(burnt).map(([fuse, state]) => [fuse, state === FuseState.ENABLE])
    expect(Object.fromEntries(isOn)).toEqual(wanted)
  })

  test('contains the update URL', () => {
    const feed = readFileSync(join(unpacked(), 'resources', 'app-update.yml'), 'utf8')
    expect(feed).toContain('provider: generic\nurl: https://feed.example/app\nchannel: latest\n')
  })
})

test.if(isLinux)(
  'an unconfigured fuse stops the build',
  () => {
    const newer = join(folder, 'newer-electron')
    putElectron(newer, fused(knownFuses + 1))
    const { code, text } = pack(project, newer)
    expect(code).not.toBe(0)
    expect(text).toContain(`has ${knownFuses + 1} fuses but you only provided`)
  },
  60_000,
)

test('every fuse known to the library is configured', () => {
  const known = Object.values(FuseV1Options).filter((fuse) => typeof fuse === 'number')
  const { version, strictlyRequireAllFuses, ...decided } = fuses
  expect(strictlyRequireAllFuses).toBe(true)
  expect(Object.keys(decided).map(Number).sort()).toEqual(known.sort())
  for (const value of Object.values(decided)) expect(typeof value).toBe('boolean')
})

test('an unknown electron-builder setting stops the build', () => {
  const { code, text } = pack(project, electron, ['--linux', '-c.nsis.oneClik=true'])
  expect(code).not.toBe(0)
  expect(text).toContain('does not match the API schema')
}, 180_000)

test('a missing keychain binary stops the build', () => {
  expect(() => assertKeychain('linux', 'ia32', fromRoot())).toThrow(
    '@napi-rs/keyring-linux-ia32-gnu is missing',
  )
})

test('the universal app has the keychain of both architectures', () => {
  const [files] = keychainFiles('darwin')
  expect(files?.filter).toContain('keyring-darwin-x64/*.node')
  expect(files?.filter).toContain('keyring-darwin-arm64/*.node')
  expect(configuration.mac?.x64ArchFiles).toBe('**/app.asar.unpacked/**/*.node')
})

test('every installer registers the link scheme of the app', () => {
  expect(configuration.protocols).toEqual([
    { name: 'Tidemark', schemes: ['tidemark'], role: 'Viewer' },
  ])
})

test('Windows signs by Azure when account, profile, endpoint and publisher are set', () => {
  const azure = {
    AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
    AZURE_SIGNING_ACCOUNT: 'tidemark',
    AZURE_SIGNING_PROFILE: 'public',
    AZURE_PUBLISHER: 'Tidemark',
  }
  // An unset variable of a repository arrives empty.
  const environments = [azure, { ...azure, AZURE_SIGNING_ACCOUNT: '' }, {}]
  // A query makes Node evaluate the configuration again.
  const code = `
    const found = []
    for (const [index, environment] of ${JSON.stringify(environments)}.entries()) {
      for (const name of ${JSON.stringify(Object.keys(azure))}) delete process.env[name]
      Object.assign(process.env, environment)
      const url = '${fromRoot('build', 'electron-builder.config.mjs')}?' + index
      found.push((await import(url)).default.win.azureSignOptions)
    }
    console.log(JSON.stringify(found))`
  const done = Bun.spawnSync(['node', '--input-type=module', '-e', code])
  expect(JSON.parse(done.stdout.toString())).toEqual([
    {
      endpoint: azure.AZURE_SIGNING_ENDPOINT,
      codeSigningAccountName: azure.AZURE_SIGNING_ACCOUNT,
      certificateProfileName: azure.AZURE_SIGNING_PROFILE,
      publisherName: azure.AZURE_PUBLISHER,
    },
    null,
    null,
  ])
})

test('files named in the configuration exist', () => {
  const { win, mac, linux } = configuration
  for (const path of [
    win?.icon,
    mac?.icon,
    linux?.icon,
    mac?.entitlements,
    mac?.entitlementsInherit,
  ]) {
    expect(existsSync(fromRoot(String(path)))).toBe(true)
  }
})

test('the binary names match the package', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(fromRoot('node_modules', '@napi-rs', 'keyring', 'package.json'), 'utf8'),
  )
  const arches = ['x64', 'arm64']
  for (const system of ['darwin', 'win32', 'linux'] as const) {
    for (const arch of arches) {
      const names = keychainFiles(system).flatMap(({ filter }) => filter)
      for (const name of names.filter((path) => path.endsWith('.node'))) {
        const [folderName = ''] = name.replace(fileMacro('arch'), arch).split('/')
        expect(Object.keys(optionalDependencies)).toContain(`@napi-rs/${folderName}`)
      }
    }
  }
})

test('the uninstaller of Windows removes the link scheme and the start at login', () => {
  const script = readFileSync(fromRoot('build', 'installer.nsh'), 'utf8')
  expect(script).toMatch(/ifNot.*isUpdated/)
  expect(script).toContain(`DeleteRegKey HKCU "Software\\Classes\\${LINK_SCHEME}"`)
  expect(script).toContain(`CurrentVersion\\Run" "${APP_ID}"`)
  expect(script).toContain(`DeleteRegKey HKCU "Software\\Classes\\CLSID\\{${TOAST_ACTIVATOR}}"`)
})
