import { markdownTable } from '#build/test/counts.mjs'
import { OFFER_VERSIONS } from '#shared/rules/offer.ts'
import { BURN_IN_ROUNDS, createModels } from './models.ts'
import { type HourlyOpen, MOMENTS, type Moment, type PastRound } from './past-rounds.ts'
import { scoreModels } from './scores.ts'
import { type Estimate, lagsFor } from './statistics.ts'
import { calibration, earnings } from './strategies.ts'
import { qlikeGain, spreadChecks, weekdayShares } from './weekdays.ts'

const signed = ({ mean, error }: Estimate, digits: number) => {
  const size = Math.abs(mean).toFixed(digits)
  return `${mean < 0 && Number(size) > 0 ? '−' : '+'}${size} ± ${error.toFixed(digits)}`
}
const percent = (share: number) => (100 * share).toFixed(1)
const day = (instant: number) => new Date(instant).toISOString().slice(0, 10)

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The whole report in Markdown. Throws an Error when the file has too few rounds. */
export function report(opens: readonly HourlyOpen[], rounds: readonly PastRound[]): string {
  const [first, last] = [rounds[0], rounds.at(-1)]
  if (!first || !last) throw new Error('there is no round with 60 days of candles before it')
  const span = `${rounds.length} rounds, ${day(first.refDate)} to ${day(last.refDate)}`
  const lags = `standard errors by Newey and West (1987), ${lagsFor(rounds.length)} lags of rounds`
  return [
    `${span}; ${lags}`,
    strategies(rounds),
    ...OFFER_VERSIONS.map((version) => bins(rounds, version)),
    weekdays(opens, rounds),
    ...models(opens, rounds),
  ].join('\n\n')
}

function strategies(rounds: readonly PastRound[]): string {
  const heads = OFFER_VERSIONS.map((version) => `version ${version}`)
  const table = earnings(rounds).map(({ strategy, moment, byVersion }) => [
    strategy,
    moment,
    ...byVersion.map((points) => signed(points, 1)),
  ])
  const text = 'Points per vote of strategies without skill:'
  return `${text}\n\n${markdownTable(['strategy', 'when', ...heads], table)}`
}

function bins(rounds: readonly PastRound[], version: number): string {
  const table = calibration(rounds, version).map(({ from, to, implied, observed }) => [
    `${percent(from)}–${percent(to)} %`,
    percent(implied),
    `${percent(observed.mean)} ± ${percent(observed.error)}`,
    String(observed.count),
  ])
  const text = `Calibration of version ${version}, all directions and moments:`
  return `${text}\n\n${markdownTable(['implied chance', 'mean', 'observed %', 'offers'], table)}`
}

function weekdays(opens: readonly HourlyOpen[], rounds: readonly PastRound[]): string {
  const shares = weekdayShares(opens).map(({ weekday, share }) => [
    WEEKDAYS[weekday] ?? '',
    share.toFixed(2),
  ])
  const spreads = spreadChecks(rounds).map(({ opened, rounds: count, plain, weighted }) => [
    opened,
    String(count),
    plain.toFixed(2),
    weighted.toFixed(2),
  ])
  const heads = ['round', 'rounds', 'plain days', 'weighted days']
  return [
    'Variance of UTC weekdays in days, from squared hourly returns:',
    markdownTable(['day', 'share'], shares),
    'From the last hour to the target, spread of the returns over the implied one:',
    markdownTable(heads, spreads),
    `Weighted days gain ${signed(qlikeGain(opens, rounds), 4)} of QLIKE there.`,
  ].join('\n\n')
}

const WHENS: [string, readonly Moment[]][] = [
  ['at the open', ['open']],
  ['at the four moments', MOMENTS],
]

function models(opens: readonly HourlyOpen[], rounds: readonly PastRound[]): string[] {
  const from = rounds[BURN_IN_ROUNDS]
  if (!from) return [`Models are compared from round ${BURN_IN_ROUNDS + 1} on.`]
  const made = createModels(opens, rounds)
  return WHENS.map(([when, moments]) => {
    const table = scoreModels(made, rounds, moments).map((score) => [
      score.name,
      score.log.toFixed(4),
      signed(score.logGain, 4),
      score.brier.toFixed(4),
      signed(score.brierGain, 4),
    ])
    const count = rounds.length - BURN_IN_ROUNDS
    const text = `Scores of three outcomes ${when}, ${count} rounds from ${day(from.refDate)}; gains over version 3:`
    const heads = ['model', 'log score', 'log gain', 'Brier score', 'Brier gain']
    return `${text}\n\n${markdownTable(heads, table)}`
  })
}
