import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FuseState, getCurrentFuseWire } from '@electron/fuses'
import { mergeASARs } from '@electron/universal/dist/cjs/asar-utils.js'
import { fromRoot } from '#build/setup/project.mjs'
import { ALERT_SOUNDS } from '#shared/rules/alert-sounds.ts'
import { fused, openAsar, pack, put, putProject } from './dry-pack.ts'
import { fuses } from './fuses.mjs'

const plist = (name: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string><key>CFBundleName</key><string>${name}</string><key>CFBundleIdentifier</key><string>com.github.electron</string></dict></plist>`

/** The parts of Electron's macOS bundle that a packer reads. */
function putElectronApp(folder: string): void {
  const contents = join(folder, 'Electron.app', 'Contents')
  const frameworks = join(contents, 'Frameworks')
  const framework = join(frameworks, 'Electron Framework.framework')
  put(join(contents, 'Info.plist'), plist('Electron'))
  put(join(contents, 'MacOS', 'Electron'), '', 0o755)
  put(join(contents, 'Resources', 'electron.icns'), '')
  put(join(framework, 'Electron Framework'), fused())
  for (const language of ['en', 'ko', 'fr']) {
    put(join(contents, 'Resources', `${language}.lproj`, 'locale.pak'), '')
    put(join(framework, 'Versions', 'A', 'Resources', `${language}.lproj`, 'locale.pak'), '')
  }
  for (const kind of ['', ' (Renderer)', ' (GPU)', ' (Plugin)']) {
    const name = `Electron Helper${kind}`
    put(join(frameworks, `${name}.app`, 'Contents', 'Info.plist'), plist(name))
    put(join(frameworks, `${name}.app`, 'Contents', 'MacOS', name), '', 0o755)
  }
  put(join(folder, 'version'), '')
}

// electron-builder cannot build for macOS on Windows.
describe.skipIf(process.platform === 'win32')('for macOS', () => {
  let folder: string
  let contents: string
  let otherHalf: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-pack-mac-'))
    const project = join(folder, 'project')
    const electron = join(folder, 'electron')
    putElectronApp(electron)
    putProject(project)
    put(join(project, 'out', 'main', 'index.js'), 'export {}')
    for (const path of ['icons', 'entitlements.mac.plist']) {
      cpSync(fromRoot('build', path), join(project, 'build', path), { recursive: true })
    }
    const sounds = join('desktop', 'renderer', 'public', 'sounds')
    cpSync(fromRoot(sounds), join(project, sounds), { recursive: true })
    for (const arch of ['x64', 'arm64']) {
      const keychain = join(project, 'node_modules', '@napi-rs', `keyring-darwin-${arch}`)
      put(join(keychain, `keyring.darwin-${arch}.node`), arch)
      put(join(keychain, 'package.json'), '{}')
    }
    // Both in one process, which takes most of its time to start.
    const { code, text } = pack(project, electron, ['--mac', '--arm64', '-c.mac.identity=null'])
    expect(text).not.toContain('⨯')
    expect(code).toBe(0)
    contents = join(project, 'release', 'mac', 'Tidemark.app', 'Contents')
    otherHalf = join(project, 'release', 'mac-arm64', 'Tidemark.app', 'Contents')
  }, 180_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Without white space. */
  const infoPlist = () => readFileSync(join(contents, 'Info.plist'), 'utf8').replace(/\s+/g, '')

  test('both halves merge into one archive with the keychain of both', async () => {
    const merged = join(folder, 'merged.asar')
    await mergeASARs({
      x64AsarPath: join(contents, 'Resources', 'app.asar'),
      arm64AsarPath: join(otherHalf, 'Resources', 'app.asar'),
      outputAsarPath: merged,
    })
    expect(openAsar(merged)).toMatchObject({
      paths: openAsar(join(contents, 'Resources', 'app.asar')).paths,
      unpacked: [
        'node_modules/@napi-rs/keyring-darwin-arm64/keyring.darwin-arm64.node',
        'node_modules/@napi-rs/keyring-darwin-x64/keyring.darwin-x64.node',
      ],
    })
  })

  test('the sounds of alerts are where macOS looks for them', () => {
    for (const name of ALERT_SOUNDS) {
      expect(existsSync(join(contents, 'Resources', `${name}.wav`))).toBe(true)
    }
  })

  test('App Nap is disabled', () => {
    expect(infoPlist()).toContain('<key>LSAppNapIsDisabled</key><true/>')
  })

  test('a Mac signs the changed binary anew, and only the whole app', () => {
    const programs = join(folder, 'programs')
    const calls = join(folder, 'codesign.log')
    put(join(programs, 'codesign'), `#!/bin/sh\necho "$@" >> '${calls}'\n`, 0o755)
    put(calls, '')
    const whole = join(folder, 'mac-universal')
    const half = `${whole}-arm64-temp`
    for (const appOutDir of [half, whole]) {
      const framework = 'Tidemark.app/Contents/Frameworks/Electron Framework.framework'
      put(join(appOutDir, framework, 'Electron Framework'), fused())
    }
    const script = `
      Object.defineProperty(process, 'platform', { value: 'darwin' })
      const { setFuses } = await import(${JSON.stringify(fromRoot('build', 'package', 'fuses.mjs'))})
      for (const appOutDir of process.argv.slice(1)) {
        await setFuses({ appOutDir, electronPlatformName: 'darwin' })
      }`
    const done = Bun.spawnSync(['node', '--input-type=module', '-e', script, half, whole], {
      env: { PATH: `${programs}:${process.env.PATH}` },
    })
    expect(done.stderr.toString()).toBe('')
    const [line = '', ...others] = readFileSync(calls, 'utf8').trim().split('\n')
    expect(others).toEqual([])
    expect(line).toStartWith('--sign - --force')
    expect(line).toEndWith(`--deep ${join(whole, 'Tidemark.app')}`)
  })

  test('a half of the universal app matches the configuration', async () => {
    const asar = openAsar(join(contents, 'Resources', 'app.asar'))
    expect(asar.unpacked).toEqual([
      'node_modules/@napi-rs/keyring-darwin-arm64/keyring.darwin-arm64.node',
      'node_modules/@napi-rs/keyring-darwin-x64/keyring.darwin-x64.node',
    ])
    const { version: _, ...burnt } = await getCurrentFuseWire(join(contents, '..'))
    const { version, strictlyRequireAllFuses, ...wanted } = fuses
    const isOn = Object.entries(burnt).map(([fuse, state]) => [fuse, state === FuseState.ENABLE])
    expect(Object.fromEntries(isOn)).toEqual(wanted)

    const info = infoPlist()
    expect(info).toContain('<key>CFBundleIdentifier</key><string>app.tidemark.desktop</string>')
    expect(info).toContain('<key>CFBundleURLSchemes</key><array><string>tidemark</string></array>')
    expect(info).toContain('<key>ElectronAsarIntegrity</key>')
    expect(existsSync(join(contents, 'Resources', 'ko.lproj'))).toBe(true)
    expect(existsSync(join(contents, 'Resources', 'fr.lproj'))).toBe(false)
  })
})
