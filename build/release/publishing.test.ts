import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot, packageJson } from '#build/setup/project.mjs'
import { withShare } from './roll-out.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-publishing-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { version } = packageJson

test('the manifests of winget and Homebrew name the installers and their hashes', () => {
  for (const name of ['windows.exe', 'mac.dmg']) {
    writeFileSync(join(folder, `Tidemark-${version}-${name}`), name)
  }
  const script = fromRoot('build', 'release', 'store-manifests.mjs')
  const url = 'https://github.com/o/r/releases/download/v1'
  expect(Bun.spawnSync(['node', script, folder, url]).stderr.toString()).toBe('')
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
  const common = { PackageIdentifier: 'Tidemark.Tidemark', PackageVersion: version }
  const windows = {
    InstallerUrl: `${url}/Tidemark-${version}-windows.exe`,
    InstallerSha256: sha256('windows.exe').toUpperCase(),
  }
  expect(Bun.YAML.parse(read('Tidemark.Tidemark.installer.yaml'))).toMatchObject({
    ...common,
    Scope: 'user',
    Installers: [
      { Architecture: 'x64', ...windows },
      { Architecture: 'arm64', ...windows },
    ],
  })
  expect(Bun.YAML.parse(read('Tidemark.Tidemark.yaml'))).toMatchObject(common)
  expect(Bun.YAML.parse(read('Tidemark.Tidemark.locale.en-US.yaml'))).toMatchObject({
    ...common,
    ShortDescription: packageJson.description,
  })
  const cask = read('tidemark.rb')
  expect(cask).toContain(`sha256 "${sha256('mac.dmg')}"`)
  expect(cask).toContain(`url "${url}/Tidemark-${version}-mac.dmg"`)
})

describe('a staged roll-out', () => {
  const feed = 'version: 1.2.0\npath: Tidemark.exe\n'

  test('adds the share once, and none for all', () => {
    const staged = withShare(feed, 10)
    expect(Bun.YAML.parse(staged)).toEqual({
      version: '1.2.0',
      path: 'Tidemark.exe',
      stagingPercentage: 10,
    })
    expect(withShare(staged, 25)).toBe(`${feed}stagingPercentage: 25\n`)
    expect(withShare(staged, 100)).toBe(feed)
  })

  test.each([0, 101, 2.5, Number.NaN])('refuses %d', (percent) => {
    expect(() => withShare(feed, percent)).toThrow('from 1 to 100')
  })

  test('changes the feed files of a release', () => {
    writeFileSync(join(folder, 'latest-linux-arm64.yml'), feed)
    const script = fromRoot('build', 'release', 'roll-out.mjs')
    expect(Bun.spawnSync(['node', script, '5', folder]).exitCode).toBe(0)
    expect(readFileSync(join(folder, 'latest-linux-arm64.yml'), 'utf8')).toContain(
      'stagingPercentage: 5',
    )
  })
})
