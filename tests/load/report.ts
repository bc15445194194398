/** One row of the table. */
export interface Row {
  what: string
  /** The baseline of the same run. */
  against: string
  /** `kB` is 1000 bytes, `MB` 1000 kB; the empty unit is a bare number. */
  unit: '/s' | 'received' | 'ms' | 'kB' | 'MB' | '%' | 'points' | ''
  own: number
  baseline: number
  /** Minimum ratio for rates, maximum for all others; null: informational. */
  bar: number | null
}

export const ratio = ({ own, baseline }: Row) => own / baseline

const moreIsBetter = ({ unit }: Row) => ['/s', 'received', 'points'].includes(unit)

/** Whether a row meets its bar; null without a bar. */
export function passes(row: Row): boolean | null {
  if (row.bar === null) return null
  return moreIsBetter(row) ? ratio(row) >= row.bar : ratio(row) <= row.bar
}

const FIGURES: Record<Row['unit'], (value: number) => string> = {
  '/s': (value) => `${Math.round(value)}/s`,
  received: (value) => `${Math.round(value)}`,
  ms: (value) => `${value.toFixed(2)} ms`,
  kB: (value) => `${value.toFixed(1)} kB`,
  MB: (value) => `${value.toFixed(1)} MB`,
  '%': (value) => `${value.toFixed(2)} %`,
  points: (value) => `${Math.round(value)}`,
  '': (value) => value.toFixed(3),
}

const figure = (value: number, unit: Row['unit']) => FIGURES[unit](value)

function cells(row: Row): string[] {
  const bar = row.bar === null ? '–' : `${moreIsBetter(row) ? '≥' : '≤'} ${row.bar}`
  const verdict = { true: 'pass', false: 'SHORT', null: '–' }[String(passes(row))] ?? ''
  return [
    row.what,
    figure(row.own, row.unit),
    row.against,
    figure(row.baseline, row.unit),
    `${ratio(row).toFixed(row.unit === 'received' ? 4 : 2)} ×`,
    bar,
    verdict,
  ]
}

/** The rows as a Markdown table with even columns. */
export function table(rows: readonly Row[]): string {
  const head = ['what', 'measured', 'against', 'measured', 'ratio', 'bar', '']
  const body = rows.map(cells)
  const widths = head.map((title, column) =>
    Math.max(title.length, ...body.map((line) => line[column]?.length ?? 0)),
  )
  const line = (texts: readonly string[]) =>
    `| ${widths.map((width, column) => (texts[column] ?? '').padEnd(width)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [head, rule, ...body].map(line).join('\n')
}
