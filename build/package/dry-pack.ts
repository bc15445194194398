import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { binOf, fromRoot, packageJson } from '#build/setup/project.mjs'

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** Writes a file and creates its parent folders. */
export function put(path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode })
}

/** A fake binary with `count` fuses, all on. */
export function fused(count = knownFuses): Buffer {
  const head = Buffer.from(`not a binary ${SENTINEL}`)
  return Buffer.concat([head, Buffer.from([1, count]), Buffer.from('1'.repeat(count))])
}

/** The files of Electron for Linux that a packer reads. */
export function putElectron(folder: string, binary = fused()): void {
  put(join(folder, 'electron'), binary, 0o755)
  put(join(folder, 'version'), packageJson.devDependencies.electron)
  put(join(folder, 'LICENSE'), '')
  put(join(folder, 'locales', 'ko.pak'), '')
  put(join(folder, 'locales', 'en-US.pak'), '')
  mkdirSync(join(folder, 'resources'), { recursive: true })
}

/** Number of fuses known to @electron/fuses. */
export const knownFuses = Object.values(FuseV1Options).filter(Number.isInteger).length

/** The keychain and package.json of the tree in a temporary project. */
export function putProject(folder: string): void {
  cpSync(fromRoot('package.json'), join(folder, 'package.json'))
  cpSync(fromRoot('node_modules', '@napi-rs'), join(folder, 'node_modules', '@napi-rs'), {
    recursive: true,
  })
}

/** Packs a project for x64 with the product's configuration and without Electron's binary; `more` adds targets. */
export function pack(project: string, electron: string, more = ['--linux']) {
  const command = binOf('electron-builder', 'electron-builder')
  const target = ['--dir', '--x64', '--project', project, '--publish', 'never']
  const settings = [
    `-c.electronDist=${electron}`,
    `-c.electronVersion=${packageJson.devDependencies.electron}`,
  ]
  const config = ['--config', fromRoot('build', 'electron-builder.config.mjs')]
  const done = Bun.spawnSync(['node', command, ...target, ...config, ...settings, ...more], {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', HOME: project, UPDATE_URL: 'https://feed.example/app' },
  })
  return { code: done.exitCode, text: `${done.stdout}${done.stderr}` }
}

interface Entry {
  files?: Record<string, Entry>
  unpacked?: boolean
  offset?: string
  size?: number
}

/** Contents of an asar archive: paths, with unpacked ones marked, and a reader. */
export function openAsar(file: string) {
  const bytes = readFileSync(file)
  const header: Entry = JSON.parse(bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString())
  const start = 8 + bytes.readUInt32LE(4)
  const entries = new Map<string, Entry>()
  const walk = (entry: Entry, path: string) => {
    if (!entry.files) entries.set(path, entry)
    for (const [name, child] of Object.entries(entry.files ?? {})) {
      walk(child, path === '' ? name : `${path}/${name}`)
    }
  }
  walk(header, '')
  return {
    paths: [...entries.keys()].sort(),
    unpacked: [...entries].filter(([, entry]) => entry.unpacked).map(([path]) => path),
    read(path: string): string {
      const { offset = '0', size = 0 } = entries.get(path) ?? {}
      return bytes.subarray(start + Number(offset), start + Number(offset) + size).toString()
    },
  }
}
