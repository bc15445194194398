import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { chromiumFlags, ensureChromium } from '#build/setup/chromium.mjs'

/** The newest version that runs on Node 20; npm fetches it at the first run. */
const PACKAGE = 'lighthouse@12.8.2'

/** How Lighthouse slows the phone down: by computing, or by really throttling Chromium. */
type Throttling = 'simulate' | 'devtools'

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
const PAINT = 'largest-contentful-paint'
const Report = Type.Object({
  categories: Type.Object({
    performance: Category,
    accessibility: Category,
    'best-practices': Category,
    seo: Category,
  }),
  audits: Type.Object({
    [PAINT]: Metric,
    'total-blocking-time': Metric,
    'cumulative-layout-shift': Metric,
  }),
})
/** What is left of a report where other metrics are missing. */
const PaintReport = Type.Object({ audits: Type.Object({ [PAINT]: Metric }) })
const Failures = Type.Object({
  audits: Type.Record(Type.String(), Type.Object({ errorMessage: Type.Optional(Type.String()) })),
})

/** Parses a report. @throws LostVisit with Lighthouse's reasons if a part of it is missing */
function parse<Schema extends TSchema>(schema: Schema, report: unknown): Static<Schema> {
  if (Value.Check(schema, report)) return report
  const failed = Object.entries(Value.Parse(Failures, report).audits).flatMap(
    ([name, { errorMessage }]) => (errorMessage === undefined ? [] : [`${name}: ${errorMessage}`]),
  )
  throw new LostVisit(failed.join('; '))
}

const percent = ({ score }: { score: number }) => Math.round(score * 100)

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** The report of one first visit of a phone (Lighthouse's mobile settings). @throws LostVisit */
async function visit(url: string, throttling: Throttling): Promise<unknown> {
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
    return JSON.parse(text)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Results of `visits` visits; some more are made for those that are lost. */
async function results<Result>(visits: number, read: () => Promise<Result>): Promise<Result[]> {
  const all: Result[] = []
  const lost: string[] = []
  while (all.length < visits) {
    try {
      all.push(await read())
    } catch (error) {
      if (!(error instanceof LostVisit)) throw error
      lost.push(error.message)
      process.stderr.write(`tidemark: Lighthouse lost a visit: ${error.message}\n`)
    }
    if (lost.length > SPARE_VISITS) throw new Error(`visits were lost: ${lost.join(', ')}`)
  }
  return all
}

/** Medians of `visits` first visits of a phone, whose slowness is computed. */
export async function auditOf(url: string, visits: number): Promise<Audit> {
  const reports = await results(visits, async () => parse(Report, await visit(url, 'simulate')))
  const all = reports.map(
    ({ categories, audits }): Audit => ({
      performance: percent(categories.performance),
      accessibility: percent(categories.accessibility),
      bestPractices: percent(categories['best-practices']),
      seo: percent(categories.seo),
      lcp: audits[PAINT].numericValue,
      tbt: audits['total-blocking-time'].numericValue,
      cls: audits['cumulative-layout-shift'].numericValue,
    }),
  )
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

/**
 * The median largest paint (ms) of `visits` first visits of a phone that is really slowed down. Alone, because a
 * page with live prices may have no five idle seconds then, without which Lighthouse has neither blocking nor score.
 */
export async function throttledPaintOf(url: string, visits: number): Promise<number> {
  const reports = await results(visits, async () =>
    parse(PaintReport, await visit(url, 'devtools')),
  )
  return median(reports.map(({ audits }) => audits[PAINT].numericValue))
}
