import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fromRoot } from './project.mjs'

/** Runs the check of the npm scripts on a Node that claims to be `version`. */
function checkOn(version: string) {
  const script = `
    const versions = { ...process.versions, node: '${version}' }
    Object.defineProperty(process, 'versions', { value: versions })
    await import(${JSON.stringify(fromRoot('build', 'setup', 'node-version.mjs'))})`
  const done = Bun.spawnSync(['node', '--input-type=module', '-e', script])
  return { exitCode: done.exitCode, error: done.stderr.toString() }
}

/** The packages that run in Node during `npm start`. */
const ranges = ['prisma', 'vite', '@vitejs/plugin-react'].map((name): string => {
  const file = fromRoot('node_modules', name, 'package.json')
  return JSON.parse(readFileSync(file, 'utf8')).engines.node
})

test.each(['20.19.0', '20.20.2', '22.12.0', '22.20.0', '24.0.0', '25.1.0'])(
  'accepts Node %s, as the packages do',
  (version) => {
    expect(ranges.every((range) => Bun.semver.satisfies(version, range))).toBe(true)
    expect(checkOn(version)).toEqual({ exitCode: 0, error: '' })
  },
)

test.each(['18.20.8', '20.18.3', '21.7.3', '22.0.0', '22.11.0', '23.11.1'])(
  'refuses Node %s in one line, as the packages do',
  (version) => {
    expect(ranges.every((range) => Bun.semver.satisfies(version, range))).toBe(false)
    expect(checkOn(version)).toEqual({
      exitCode: 1,
      error: `Tidemark needs Node 20 from 20.19.0, 22 from 22.12.0, or 24.0.0 or newer; this is ${version}.\n`,
    })
  },
)
