import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { fromRoot, packageJson } from '#build/setup/project.mjs'

/** A new Electron: look at each issue of the page, then set its version. */
test('the upstream issues were looked at for this version of Electron', () => {
  const page = readFileSync(fromRoot('docs', 'ELECTRON.md'), 'utf8')
  expect(page).toContain(`Last looked at for Electron ${packageJson.devDependencies.electron}.`)
  const files = [...page.matchAll(/`(desktop\/[^`]+)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(8)
  for (const file of files) expect(existsSync(fromRoot(file))).toBe(true)
})
