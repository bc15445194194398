import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { chromiumFlags, ensureChromium } from '#build/setup/chromium.mjs'

/** The newest version that runs on Node 20; npm fetches it at the first run. */
const PACKAGE = 'lighthouse@12.8.2'

/** How Lighthouse slows the phone down: by computing, or by really throttling Chromium. */
export type Throttling = 'simulate' | 'devtools'

/** Categories from 0 to 100, times in milliseconds, `cls` without a unit. */
export interface Audit {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  lcp: number
  tbt: number
  cls: number
}

/** Chromium loses the first event of a trace now and then, without which there are no metrics. */
const LOST_START = 'NO_NAVSTART'
/** Visits that may be lost so. */
const SPARE_VISITS = 3

const Category = Type.Object({ score: Type.Number() })
const Metric = Type.Object({ numericValue: Type.Number() })
const Report = Type.Object({
  categories: Type.Object({
    performance: Category,
    accessibility: Category,
    'best-practices': Category,
    seo: Category,
  }),
  audits: Type.Object({
    'largest-contentful-paint': Metric,
    'total-blocking-time': Metric,
    'cumulative-layout-shift': Metric,
  }),
})

const percent = ({ score }: { score: number }) => Math.round(score * 100)

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** One first visit of a phone (Lighthouse's mobile settings); null when its trace is lost. */
async function auditOnce(url: string, throttling: Throttling): Promise<Audit | null> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-lighthouse-'))
  const report = join(folder, 'report.json')
  const flags = ['--headless=new', ...chromiumFlags].join(' ')
  const settings = [`--throttling-method=${throttling}`, `--chrome-flags=${flags}`]
  const output = ['--output=json', `--output-path=${report}`, '--quiet']
  try {
    const child = Bun.spawn(
      ['npm', 'exec', '--yes', `--package=${PACKAGE}`, '--', 'lighthouse', url].concat(
        settings,
        output,
      ),
      { env: { ...process.env, CHROME_PATH: ensureChromium() }, stdout: 'ignore', stderr: 'pipe' },
    )
    const errors = await new Response(child.stderr).text()
    const exitCode = await child.exited
    const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
    if (`${errors}${text}`.includes(LOST_START)) return null
    if (exitCode !== 0) throw new Error(`Lighthouse failed: ${errors}`)
    const { categories, audits } = Value.Parse(Report, JSON.parse(text))
    return {
      performance: percent(categories.performance),
      accessibility: percent(categories.accessibility),
      bestPractices: percent(categories['best-practices']),
      seo: percent(categories.seo),
      lcp: audits['largest-contentful-paint'].numericValue,
      tbt: audits['total-blocking-time'].numericValue,
      cls: audits['cumulative-layout-shift'].numericValue,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Medians of `visits` first visits of a phone. */
export async function auditOf(url: string, visits: number, throttling: Throttling): Promise<Audit> {
  const all: Audit[] = []
  for (let visit = 0; all.length < visits; visit++) {
    if (visit === visits + SPARE_VISITS) throw new Error(`${url}: ${LOST_START} at most visits`)
    const audit = await auditOnce(url, throttling)
    if (audit) all.push(audit)
  }
  const of = (name: keyof Audit) => median(all.map((audit) => audit[name]))
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    seo: of('seo'),
    lcp: of('lcp'),
    tbt: of('tbt'),
    cls: of('cls'),
  }
}
