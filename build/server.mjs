import './setup/node-version.mjs'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureWebBuild } from './setup/builds.mjs'
import { exitOnSetupError, log, runCommand, SetupError } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { builtCommit, envWithBun, fromRoot, packageJson } from './setup/project.mjs'

// npm run dist:server -- FOLDER    everything that a server needs to run, in a new folder:
//                                  FOLDER/bun FOLDER/api/main.ts
const [target] = process.argv.slice(2)

/** Sources and builds that the server reads at run time. */
const CONTENTS = ['LICENSE', 'api', 'shared', 'prisma', 'out/web', 'out/pages']
/** Prisma ships a compiler per database and module format; the generated client imports this one. */
const USED_COMPILER = /^query_compiler_fast_bg\.postgresql\..*mjs$/

/** @param {string} path */
const isNeeded = (path) => !/\.test\.tsx?$/.test(path)

/**
 * Installs the production packages of bun.lock. Their optional peers are for tools and frameworks that
 * the server does not use.
 * @param {string} bun
 * @param {string} folder
 */
function installProduction(bun, folder) {
  cpSync(fromRoot('bun.lock'), join(folder, 'bun.lock'))
  const args = ['install', '--production', '--frozen-lockfile', '--omit=peer']
  const failure = 'The production packages could not be installed'
  runCommand(failure, bun, args, { cwd: folder, env: envWithBun(bun) })
  const modules = join(folder, 'node_modules')
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    const isCompiler = entry.name.startsWith('query_compiler_') && !USED_COMPILER.test(entry.name)
    const isForDevelopment = /\.(map|d\.[cm]?ts)$/.test(entry.name)
    if (entry.isFile() && (isCompiler || isForDevelopment))
      rmSync(join(entry.parentPath, entry.name))
  }
}

await exitOnSetupError(() => {
  if (!target) throw new SetupError('name the folder: npm run dist:server -- FOLDER')
  const folder = resolve(target)
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new SetupError(`${folder} is not empty; name a new folder`)
  }
  const bun = ensureDependencies()
  ensureWebBuild()
  mkdirSync(folder, { recursive: true })
  for (const name of CONTENTS) {
    cpSync(fromRoot(...name.split('/')), join(folder, name), { recursive: true, filter: isNeeded })
  }
  // The scripts need this repository.
  const manifest = { ...packageJson, ...builtCommit(), scripts: undefined }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  installProduction(bun, folder)
  cpSync(bun, join(folder, 'bun'))
  log(`the server is in ${folder}`)
})
