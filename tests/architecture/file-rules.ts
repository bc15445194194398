import { codeMatching, isTest, type Rule, textMatching } from './rule.ts'

const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path)
/** The rules quote what they forbid. */
const isRule = (path: string) => path.startsWith('tests/architecture/')
/** Catalogs, legal texts and test data may be long. */
const isText = (path: string) => /^shared\/i18n\/|\.fixture\.ts$/.test(path)

/** Browser, desktop and fault tests have suffixes of their own. */
const isAnyTest = (path: string) => isTest(path) || /\.(e2e|desktop|fault)\.ts$/.test(path)

const longest = 250
const longestTest = 400
const lines = (count: number) => 'const x = 1\n'.repeat(count)

/** Rules for every file. */
export const fileRules: Rule[] = [
  {
    name: `a file has at most ${longest} lines, a test ${longestTest}`,
    appliesTo: (path) => isCode(path) && !isText(path),
    violations: ({ path, text }) => {
      const count = text.split('\n').length - 1
      return count > (isAnyTest(path) ? longestTest : longest) ? [`has ${count} lines`] : []
    },
    bad: { path: 'api/long.ts', text: lines(longest + 1) },
    good: { path: 'api/short.ts', text: lines(longest) },
  },
  {
    name: 'nothing is left for later',
    appliesTo: (path) => !isRule(path),
    violations: textMatching(/\b(TODO|FIXME)\b/g),
    bad: { path: 'api/app.ts', text: '// TODO: later' },
    good: { path: 'api/app.ts', text: 'const todo = []' },
  },
  {
    name: 'no check is silenced',
    appliesTo: (path) => isCode(path) && !isRule(path),
    violations: textMatching(/biome-ignore|@ts-(ignore|nocheck)|\bas any\b|\bas unknown as\b/g),
    bad: { path: 'api/app.ts', text: 'const x = y as any' },
    good: { path: 'api/app.ts', text: 'const x = y as const' },
  },
  {
    name: 'every test runs',
    appliesTo: (path) => isAnyTest(path) && !isRule(path),
    violations: textMatching(/\b(test|it|describe)\.(only|skip|todo)\b/g),
    bad: { path: 'api/a.test.ts', text: "test.only('x', () => {})" },
    good: { path: 'api/a.test.ts', text: "test.skipIf(noCandles)('x', () => {})" },
  },
  {
    name: 'properties and elements are written out, not packed by the spread of a literal',
    appliesTo: (path) => isCode(path) && !isAnyTest(path) && !/^tests\/|\.fixture\.ts$/.test(path),
    // Not `...[text, count].map(String)`, and not the parameters `...[values]`.
    violations: codeMatching(/\.\.\.(?:\{|\[[^\]]*\](?![.)]))/g),
    bad: { path: 'api/a.ts', text: 'const found = { id, ...{ title, created } }' },
    good: {
      path: 'api/a.ts',
      text: 'const all = [...first, ...[1, 2].map(String), ...(more ?? [])]',
    },
  },
  {
    name: 'the product stands alone: it names no document outside its tree',
    appliesTo: (path) => !isRule(path),
    violations: ({ path, text }) => {
      const candles = path.startsWith('tests/') || path === 'README.md'
      const known = candles ? text.replaceAll('../shared/data/btcusdt-1h.csv', '') : text
      return (
        known.match(
          /\.\.\/shared\/(data\b|\w+\.md)|\b(spec|decisions|facts|quality|card)\.md\b/g,
        ) ?? []
      )
    },
    bad: { path: 'docs/a.md', text: 'see ../shared/spec.md' },
    good: { path: 'README.md', text: 'PRICE_FEED=replay:../shared/data/btcusdt-1h.csv npm start' },
  },
]
