import { expect, test } from 'bun:test'
import { isBuiltin } from 'node:module'
import { BUDGETS, builtFiles, importsOf, kilobytes } from '#tests/load/desktop/built.ts'

test('the main process and the bridge stay within their budgets, lazy chunks included', () => {
  expect(kilobytes(builtFiles('main').values())).toBeWithin(20, BUDGETS.main)
  expect(kilobytes(builtFiles('preload').values())).toBeWithin(0.2, BUDGETS.preload)
})

test('the updater is not loaded with the main process', () => {
  const entry = builtFiles('main').get('index.js')?.toString()
  expect(entry).not.toContain('app-update.yml')
  const chunks = [...builtFiles('main')].map(([, code]) => code.toString())
  expect(chunks.some((code) => code.includes('app-update.yml'))).toBe(true)
})

test('they import only packaged modules', () => {
  const outside = [...builtFiles('main').values()].flatMap((code) => importsOf(code.toString()))
  const packages = outside.filter((name) => !isBuiltin(name))
  expect([...new Set(packages)].sort()).toEqual(['@napi-rs/keyring', 'electron'])
  for (const code of builtFiles('preload').values()) {
    expect(importsOf(code.toString())).toEqual(['electron'])
  }
})
