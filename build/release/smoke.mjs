import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { apiUrl } from '#build/api-url.mjs'
import { exitOnSetupError, SetupError } from '#build/setup/command.mjs'
import { ensureLocalApi } from '#build/setup/local-api.mjs'
import { fromRoot, packageJson } from '#build/setup/project.mjs'
import { findPackedApp } from './packed-app.mjs'
import { judge, processTable, readReport, startTable } from './smoke-report.mjs'

// node build/release/smoke.mjs [FOLDER [RELEASE]]
// Starts the app that npm run dist -- --dir has packed, with the API when it is on this machine, and
// fails unless the app shows its page, the ticker and the chart, sandboxed, and quits by itself. It starts
// twice, the first time with an empty cache. The report goes to FOLDER.
const [folder = 'smoke', release = fromRoot('release')] = process.argv.slice(2)
/** Time for start, measurement and quit (ms). */
const LIMIT_MS = 120_000

/**
 * A profile that opens the ticker and the chart, as after a run in which they were open.
 * @param {string} profile
 */
function writeProfile(profile) {
  mkdirSync(profile, { recursive: true })
  writeFileSync(join(profile, 'settings.json'), JSON.stringify({ isMiniOpen: true }))
  writeFileSync(join(profile, 'windows.json'), JSON.stringify({ isChartOpen: true }))
}

/**
 * Starts the app once; the time from the start of its process to the rendered page, in milliseconds.
 * @param {string} executable
 * @param {string} profile
 */
async function measureStart(executable, profile) {
  const startedAt = Date.now()
  const ended = await run(executable, profile)
  if (ended !== 0) throw new SetupError(`the packed app ended with ${ended}`)
  return readReport(folder).renderedAt - startedAt
}

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
  writeProfile(profile)
  const times = { cold: 0, warm: 0 }
  try {
    times.cold = await measureStart(executable, profile)
    times.warm = await measureStart(executable, profile)
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  const report = readReport(folder)
  const table = `${startTable(times)}\n\n${processTable(report)}`
  const summary = process.env.GITHUB_STEP_SUMMARY
  if (summary) appendFileSync(summary, `### ${report.system} ${report.arch}\n\n${table}\n`)
  console.log(table)
  return judge(report, packageJson, { isWayland: process.env.XDG_SESSION_TYPE === 'wayland' })
})
for (const problem of problems) console.error(`failed: ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)
