import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { fromRoot } from './project.mjs'

/** A set-up step that cannot succeed on this machine; its message is one line for the user. */
export class SetupError extends Error {}

/**
 * Prints one line of progress.
 * @param {string} line
 */
export function log(line) {
  console.error(`tidemark: ${line}`)
}

/**
 * Runs a set-up command in the project's folder, with its output in .tools/setup.log. Throws a
 * SetupError with `failure` and the command's first error line.
 * @param {string} failure
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number }} [options]
 */
export function runCommand(failure, command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: fromRoot(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  const output = `${done.stdout ?? ''}${done.stderr ?? ''}`
  mkdirSync(fromRoot('.tools'), { recursive: true })
  appendFileSync(fromRoot('.tools', 'setup.log'), `$ ${command} ${args.join(' ')}\n${output}\n`)
  if (done.status === 0) return
  const reason = done.error?.message ?? firstError(output) ?? `exit code ${done.status}`
  throw new SetupError(`${failure}: ${reason} (full output: .tools/setup.log)`)
}

/**
 * The first useful error line; npm prints code, errno and path on lines before it.
 * @param {string} output
 */
function firstError(output) {
  const errors = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(npm )?err(or)?[!:\s]|^E: /i.test(line))
    .map((line) => line.replace(/^(npm )?err(or)?[!:\s]+/i, ''))
  return errors.find((line) => !/^(code|syscall|errno|type|path)\b/.test(line))?.slice(0, 200)
}

/**
 * Runs the set-up of a script; a SetupError becomes one line and exit code 1.
 * @template T
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function exitOnSetupError(work) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    log(error.message)
    process.exit(1)
  }
}

/**
 * Runs `task` once when the npm that started this script has ended: the shell between them may swallow
 * the signal. Does nothing without npm, so that a script can run in the background.
 * @param {() => void} task
 */
export function onNpmExit(task) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    task()
  }, 250)
  timer.unref()
}

/** Exits when npm or a signal ends this script, so that `exit` handlers clean up. */
export function exitWithNpm() {
  onNpmExit(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
}
