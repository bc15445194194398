import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { fromRoot } from '#build/setup/project.mjs'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { ICON_STATES, trayIconPath } from './tray-icons.ts'

const folder = fromRoot('build', 'icons', 'tray')

test.each(['darwin', 'win32', 'linux'])('every icon file exists on %s, one per state', (system) => {
  const paths = [...DIRECTIONS, 'none' as const].flatMap((direction) =>
    ICON_STATES.map((state) => trayIconPath(folder, system, { direction, state })),
  )
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
  // Without a price there is no direction.
  expect(new Set(paths).size).toBe(17)
})
