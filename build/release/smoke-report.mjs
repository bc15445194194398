import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{
 *   pid: number
 *   type: string
 *   sandboxed?: boolean
 *   seccomp?: string
 *   memory: { workingSetSize: number }
 *   cpu: { percentCPUUsage: number }
 * }} ProcessReport memory in kB; `sandboxed` on macOS and Windows, `seccomp` on Linux
 * @typedef {{
 *   version: string
 *   isPackaged: boolean
 *   versions: Record<string, string>
 *   system: string
 *   arch: string
 *   isSandboxed: boolean
 *   opensLinks: boolean
 *   keychain: string
 *   isWayland: boolean
 *   renderedAt: number
 *   windows: { url: string, isVisible: boolean }[]
 *   page: {
 *     url: string
 *     title: string
 *     text: string
 *     isSecureContext: boolean
 *     hasBridge: boolean
 *     nodeGlobals: string[]
 *   }
 *   processes: ProcessReport[]
 * }} SmokeReport `renderedAt` in epoch milliseconds
 */

/** Pages of the windows that the profile of smoke.mjs opens. */
const PAGES = ['app://tidemark/', 'app://tidemark/mini', 'app://tidemark/chart']

/**
 * The report that desktop/main/smoke wrote.
 * @param {string} folder
 * @returns {SmokeReport}
 */
export const readReport = (folder) => JSON.parse(readFileSync(join(folder, 'smoke.json'), 'utf8'))

/**
 * Defects of a packed app; empty for a good one.
 * @param {SmokeReport} report
 * @param {{ version: string, devDependencies: Record<string, string> }} packageJson
 * @param {{ isWayland?: boolean }} [expected] `isWayland` names the kind of session on Linux
 * @returns {string[]}
 */
export function judge(report, packageJson, { isWayland = false } = {}) {
  const { page, processes, versions, windows } = report
  const isShown = (/** @type {string} */ url) =>
    windows.some((window) => window.url === url && window.isVisible)
  const renderers = processes.filter(({ type }) => type === 'Tab')
  const isFiltered = (/** @type {ProcessReport} */ { sandboxed, seccomp }) =>
    report.system === 'linux' ? seccomp === '2' : sandboxed === true
  /** @type {[boolean, string][]} */
  const checks = [
    [report.version === packageJson.version, `the version is ${report.version}`],
    [versions.electron === packageJson.devDependencies.electron, `Electron ${versions.electron}`],
    [report.isPackaged, 'the app does not run from its package'],
    [report.isSandboxed, 'the sandbox is switched off'],
    [renderers.length > 0, 'no renderer of Electron runs'],
    [renderers.every(isFiltered), 'a renderer runs without the sandbox'],
    [report.isWayland === isWayland, `the session ${isWayland ? 'is not' : 'is'} Wayland`],
    ...PAGES.map(
      (url) => /** @type {[boolean, string]} */ ([isShown(url), `no window shows ${url}`]),
    ),
    [report.keychain === 'loaded', `the keychain is not loaded: ${report.keychain}`],
    [page.url === 'app://tidemark/', `the page is ${page.url}`],
    [page.title.includes('Tidemark'), `the title is ${page.title}`],
    [page.isSecureContext, 'the page is no secure context'],
    [page.hasBridge, 'the preload did not run'],
    [page.nodeGlobals.length === 0, `the page has ${page.nodeGlobals}`],
  ]
  return checks.flatMap(([isGood, problem]) => (isGood ? [] : [problem]))
}

/**
 * Times from the start of the process to the rendered page, in milliseconds, as lines of a Markdown table.
 * @param {{ cold: number, warm: number }} times
 */
export const startTable = ({ cold, warm }) =>
  ['| start | ms |', '|---|---|', `| cold | ${cold} |`, `| warm | ${warm} |`].join('\n')

/**
 * Processes with memory in MB and processor use in percent, as lines of a Markdown table.
 * @param {SmokeReport} report
 */
export function processTable({ processes }) {
  const rows = processes.map(
    ({ type, memory, cpu }) =>
      `| ${type} | ${Math.round(memory.workingSetSize / 1024)} | ${cpu.percentCPUUsage.toFixed(1)} |`,
  )
  return ['| process | MB | % of a core |', '|---|---|---|', ...rows].join('\n')
}
