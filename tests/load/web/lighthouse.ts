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

/** Chromium loses events of a trace now and then: without the first there are no metrics at all. */
const LOST_START = 'NO_NAVSTART'
/** Visits that may be lost so. */
const SPARE_VISITS = 3

/** A visit whose trace lacks what a metric needs. */
class LostVisit extends Error {}

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

/** What Lighthouse reports of a visit without all metrics: no score, and why at each audit that failed. */
const Partial = Type.Object({
  categories: Type.Object({
    performance: Type.Object({ score: Type.Union([Type.Number(), Type.Null()]) }),
  }),
  audits: Type.Record(Type.String(), Type.Object({ errorMessage: Type.Optional(Type.String()) })),
})

/** @throws LostVisit */
function parseReport(json: unknown) {
  const { categories, audits } = Value.Parse(Partial, json)
  if (categories.performance.score === null) {
    const failed = Object.entries(audits).flatMap(([name, { errorMessage }]) =>
      errorMessage === undefined ? [] : [`${name}: ${errorMessage}`],
    )
    throw new LostVisit(failed.join('; '))
  }
  return Value.Parse(Report, json)
}

const percent = ({ score }: { score: number }) => Math.round(score * 100)

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** One first visit of a phone (Lighthouse's mobile settings). @throws LostVisit */
async function auditOnce(url: string, throttling: Throttling): Promise<Audit> {
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
    if (`${errors}${text}`.includes(LOST_START)) throw new LostVisit(LOST_START)
    if (exitCode !== 0) throw new Error(`Lighthouse failed: ${errors}`)
    const { categories, audits } = parseReport(JSON.parse(text))
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
  const lost: string[] = []
  while (all.length < visits) {
    try {
      all.push(await auditOnce(url, throttling))
    } catch (error) {
      if (!(error instanceof LostVisit)) throw error
      lost.push(error.message)
      process.stderr.write(`tidemark: Lighthouse lost a visit of ${url}: ${error.message}\n`)
    }
    if (lost.length > SPARE_VISITS) throw new Error(`${url}: visits were lost: ${lost.join(', ')}`)
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
