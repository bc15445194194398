import fs from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

// What electron-updater asks of fs-extra, in terms of Node itself. Files are numbers here, as the
// callbacks of `node:fs` have them, not the objects of `node:fs/promises`.
export const { existsSync, readFileSync } = fs
export const pathExistsSync = fs.existsSync
export const { copyFile, stat, unlink, chmod, readFile, mkdir, rename } = fs.promises
export const open = promisify(fs.open)
export const fstat = promisify(fs.fstat)
export const read = promisify(fs.read)
export const close = promisify(fs.close)

/** @param {string} path */
export const pathExists = (path) =>
  fs.promises.access(path).then(
    () => true,
    () => false,
  )

/** @param {string} path */
export const remove = (path) => fs.promises.rm(path, { recursive: true, force: true })

/** @param {string} folder */
export async function emptyDir(folder) {
  await fs.promises.mkdir(folder, { recursive: true })
  const names = await fs.promises.readdir(folder)
  await Promise.all(names.map((name) => remove(join(folder, name))))
}

/**
 * @param {string} path
 * @param {string | Buffer} data
 * @param {BufferEncoding} [encoding]
 */
export async function outputFile(path, data, encoding) {
  await fs.promises.mkdir(join(path, '..'), { recursive: true })
  await fs.promises.writeFile(path, data, encoding)
}

/**
 * @param {string} path
 * @param {unknown} data
 */
export const outputJson = (path, data) => outputFile(path, `${JSON.stringify(data)}\n`)

/** @param {string} path */
export const readJson = async (path) => JSON.parse(await fs.promises.readFile(path, 'utf8'))
