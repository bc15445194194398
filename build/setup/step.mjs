import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { inTree } from './tree.mjs'

/** A set-up step that cannot be done; its message is one line for a person. */
export class SetupError extends Error {}

/**
 * Says in one line that something is being done, because it may take a while.
 * @param {string} line
 */
export function say(line) {
  console.error(`tidemark: ${line}`)
}

/**
 * Runs a set-up command quietly in the tree. What it printed is kept in .tools/setup.log; when it
 * fails, a SetupError is thrown with `failure` and the command's own first words about it.
 * @param {string} failure
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean, timeout?: number }} [options]
 */
export function step(failure, command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: inTree(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  const output = `${done.stdout ?? ''}${done.stderr ?? ''}`
  mkdirSync(inTree('.tools'), { recursive: true })
  appendFileSync(inTree('.tools', 'setup.log'), `$ ${command} ${args.join(' ')}\n${output}\n`)
  if (done.status === 0) return
  const reason = done.error?.message ?? firstComplaint(output) ?? `ended with ${done.status}`
  throw new SetupError(`${failure}: ${reason} (all of it: .tools/setup.log)`)
}

/**
 * The line that a person can use: npm first prints the error's parts, each on a line of its own.
 * @param {string} output
 */
function firstComplaint(output) {
  const complaints = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(npm )?err(or)?[!:\s]|^E: /i.test(line))
    .map((line) => line.replace(/^(npm )?err(or)?[!:\s]+/i, ''))
  return complaints.find((line) => !/^(code|syscall|errno|type|path)\b/.test(line))?.slice(0, 200)
}

/**
 * Runs the set-up of a script; a SetupError becomes one line and exit code 1.
 * @template T
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function orSay(work) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    process.exit(1)
  }
}
