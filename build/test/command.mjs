import { spawn } from 'node:child_process'
import { inTree } from '#build/setup/tree.mjs'
import { tally } from './tally.mjs'

const patience = 40 * 60 * 1000

/**
 * Runs a command of a stage, its output shown as it comes, and answers with its exit code; a
 * command that hangs is ended after forty minutes, which answers null like any death by signal.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number | null>}
 */
export function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: inTree(),
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const impatient = setTimeout(() => child.kill('SIGKILL'), patience)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(impatient)
      resolve(code)
    })
  })
}

/**
 * A checker that only says yes or no counts as one test.
 * @param {string} title
 * @param {string} script run with Node
 * @param {string[]} args
 */
export async function check(title, script, args) {
  const code = await run(process.execPath, [script, ...args], process.env)
  return code === 0 ? tally({ passed: 1 }) : tally({ failed: 1, notes: [`failed: ${title}`] })
}
