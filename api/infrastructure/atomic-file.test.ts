import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFile } from './atomic-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-file-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('leaves an existing file as it is', () => {
  const path = join(folder, 'file')
  expect(createFile(path, 'first')).toBe(true)
  expect(createFile(path, 'second')).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe('first')
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  expect(readdirSync(folder)).toEqual(['file'])
})

test('fails when the folder is missing', () => {
  expect(() => createFile(join(folder, 'none', 'file'), 'text')).toThrow('ENOENT')
})

test('shows other processes the whole file or none', async () => {
  const path = join(folder, 'file')
  const length = 128 * 1024 * 1024
  const program = `
    import { createFile } from '${join(import.meta.dir, 'atomic-file.ts')}'
    createFile('${path}', 'x'.repeat(${length}))`
  const child = Bun.spawn([process.execPath, '-e', program], { stderr: 'inherit' })
  const until = performance.now() + 60_000
  // Busy-waits, because a partial file would be visible for a few milliseconds only.
  while (!existsSync(path) && performance.now() < until) {}
  expect(statSync(path).size).toBe(length)
  expect(await child.exited).toBe(0)
}, 180_000)

test('has one winner when several processes create it together', async () => {
  const path = join(folder, 'file')
  const program = (text: string) => `
    import { createFile } from '${join(import.meta.dir, 'atomic-file.ts')}'
    import { readFileSync } from 'node:fs'
    createFile('${path}', '${text}')
    process.stdout.write(readFileSync('${path}'))`
  const children = ['one', 'two', 'three', 'four'].map((text) =>
    Bun.spawn([process.execPath, '-e', program(text)], { stderr: 'inherit' }),
  )
  const texts = await Promise.all(children.map(({ stdout }) => new Response(stdout).text()))
  expect(new Set(texts)).toEqual(new Set([readFileSync(path, 'utf8')]))
  expect(readdirSync(folder)).toEqual(['file'])
}, 180_000)
