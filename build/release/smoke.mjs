import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { apiUrl } from '#build/api-url.mjs'
import { exitOnSetupError, SetupError } from '#build/setup/command.mjs'
import { ensureLocalApi } from '#build/setup/local-api.mjs'
import { fromRoot, packageJson } from '#build/setup/project.mjs'
import { findPackedApp } from './packed-app.mjs'
import { judge, processTable, readReport } from './smoke-report.mjs'

// node build/release/smoke.mjs [FOLDER [RELEASE]]
// Starts the app that npm run dist -- --dir has packed, with the API when it is on this machine, and
// fails unless the app shows its page, sandboxed, and quits by itself. The report goes to FOLDER.
const [folder = 'smoke', release = fromRoot('release')] = process.argv.slice(2)
/** Time for start, measurement and quit (ms). */
const LIMIT_MS = 120_000

/**
 * Runs the app until it quits.
 * @param {string} executable
 * @param {string} profile
 * @returns {Promise<number | string>} exit code or signal
 */
function run(executable, profile) {
  const env = { ...process.env, TIDEMARK_SMOKE_TEST: resolve(folder) }
  const app = spawn(executable, [`--user-data-dir=${profile}`], { env, stdio: 'inherit' })
  const timer = setTimeout(() => app.kill('SIGKILL'), LIMIT_MS)
  return new Promise((resolve, reject) => {
    app.once('error', reject)
    app.once('exit', (code, signal) => {
      clearTimeout(timer)
      resolve(code ?? signal ?? 'unknown')
    })
  })
}

const problems = await exitOnSetupError(async () => {
  const { executable } = findPackedApp(release)
  await ensureLocalApi(apiUrl)
  const profile = mkdtempSync(join(tmpdir(), 'tidemark-smoke-'))
  const ended = await run(executable, profile).finally(() =>
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 }),
  )
  if (ended !== 0) throw new SetupError(`the packed app ended with ${ended}`)
  const report = readReport(folder)
  const table = processTable(report)
  const summary = process.env.GITHUB_STEP_SUMMARY
  if (summary) appendFileSync(summary, `### ${report.system} ${report.arch}\n\n${table}\n`)
  console.log(table)
  return judge(report, packageJson)
})
for (const problem of problems) console.error(`failed: ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)
