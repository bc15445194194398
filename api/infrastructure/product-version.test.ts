import { expect, test } from 'bun:test'
import { packageJson } from '#build/setup/project.mjs'
import { productVersion } from './product-version.ts'

test('in a checkout the version is that of package.json, and the commit the one checked out', () => {
  const command = ['git', '-c', 'safe.directory=*', 'rev-parse', 'HEAD']
  const { stdout } = Bun.spawnSync(command, { cwd: import.meta.dir })
  const commit = stdout.toString().slice(0, 12)
  expect(commit).toMatch(/^[\da-f]{12}$/)
  expect(productVersion()).toEqual({ version: packageJson.version, commit })
})
