import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOnce } from './create-once.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-once-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what is there stays', () => {
  const path = join(folder, 'file')
  createOnce(path, 'first')
  createOnce(path, 'second')
  expect(readFileSync(path, 'utf8')).toBe('first')
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  expect(readdirSync(folder)).toEqual(['file'])
})

test('a folder that is not there is told', () => {
  expect(() => createOnce(join(folder, 'none', 'file'), 'text')).toThrow('ENOENT')
})

test('whoever sees the file sees all of it, however long writing it takes', async () => {
  const path = join(folder, 'file')
  const length = 128 * 1024 * 1024
  const program = `
    import { createOnce } from '${join(import.meta.dir, 'create-once.ts')}'
    createOnce('${path}', 'x'.repeat(${length}))`
  const child = Bun.spawn([process.execPath, '-e', program], { stderr: 'inherit' })
  const until = performance.now() + 15_000
  // Without a turn of the event loop in between: it may be there in part for a few milliseconds only.
  while (!existsSync(path) && performance.now() < until) {}
  expect(statSync(path).size).toBe(length)
  expect(await child.exited).toBe(0)
}, 30_000)

test('of several processes that make it together one wins, and all read the same', async () => {
  const path = join(folder, 'file')
  const program = (text: string) => `
    import { createOnce } from '${join(import.meta.dir, 'create-once.ts')}'
    import { readFileSync } from 'node:fs'
    createOnce('${path}', '${text}')
    process.stdout.write(readFileSync('${path}'))`
  const children = ['one', 'two', 'three', 'four'].map((text) =>
    Bun.spawn([process.execPath, '-e', program(text)], { stderr: 'inherit' }),
  )
  const said = await Promise.all(children.map(({ stdout }) => new Response(stdout).text()))
  expect(new Set(said)).toEqual(new Set([readFileSync(path, 'utf8')]))
  expect(readdirSync(folder)).toEqual(['file'])
}, 30_000)
