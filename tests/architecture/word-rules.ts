import { codeMatching, productCode, type Rule, textMatching } from './rule.ts'

const isOwnCode = (path: string) =>
  /^(api|shared|desktop|build|tests)\//.test(path) &&
  /\.(tsx?|mjs|css|sql)$/.test(path) &&
  !/^tests\/architecture\/|^shared\/i18n\/|\.fixture\.ts$/.test(path)

/** Not "post", which is also a method of HTTP; nor `Math.round`. */
const DOMAIN_WORD =
  /(?<!Math\.)\b(votes?|rounds?|posts|offer|seasons?|receipts?|ledgers?|candles?|prices?|exchanges?|nicknames?|rankings?|reactions?|likes?|notes?|moderat\w+|reports?|appeals?|profiles?|kakao|naver|apple|google|oidc)\b/gi

/** Where the level of a direction stands beside its name, or votes of all directions are counted. */
const LEVEL_BESIDE = [
  'api/web/cards/cards.ts',
  'api/web/cards/week-card.ts',
  'desktop/renderer/features/desk/round-panel.tsx',
  'desktop/renderer/features/home/round-card.tsx',
  'desktop/renderer/features/home/round-dialog.tsx',
  'desktop/renderer/features/market/direction-mark.tsx',
  'desktop/renderer/features/mini/mini-price.tsx',
  'desktop/renderer/features/mini/mini-vote.tsx',
  'desktop/renderer/features/rounds/crowd.tsx',
  'desktop/renderer/features/rounds/split-chart.tsx',
  'desktop/renderer/features/rules/rules-page.tsx',
  'desktop/renderer/features/votes/components/direction-picker.tsx',
]

/** Words of a former private vocabulary, whose glossary is in docs/ARCHITECTURE.md, and words out of place. */
export const wordRules: Rule[] = [
  {
    name: 'no metaphors for structure: module, folder, public API, dependency',
    appliesTo: isOwnCode,
    violations: textMatching(/\b(house|rooms|doors?|farewells?|dressed)\b/gi),
    bad: { path: 'api/a.ts', text: '// The rooms of the house.' },
    good: { path: 'api/a.ts', text: '// Leaves room for the header.' },
  },
  {
    name: 'functions are named publish, subscribe, notify or on…, not tell…, hear… or say…',
    appliesTo: isOwnCode,
    violations: textMatching(/\b(tell|hear|say)[A-Z]\w*/g),
    bad: { path: 'api/a.ts', text: 'tellFollowers(price)' },
    good: { path: 'api/a.ts', text: 'publishPrice(price) // heartbeat' },
  },
  {
    name: 'what is cached or stored is called so, not kept',
    appliesTo: isOwnCode,
    violations: textMatching(/(?<!['"])\b(kept[A-Z]\w*|Kept\w*)\b/g),
    bad: { path: 'api/a.ts', text: 'const keptAnswers = new Map()' },
    good: { path: 'api/a.ts', text: '// The draft is kept until it is saved.' },
  },
  {
    name: 'a direction is shown with its level: by shared/i18n/direction.ts or LeveledDirection',
    appliesTo: (path) => productCode('api', 'desktop')(path) && !LEVEL_BESIDE.includes(path),
    violations: codeMatching(/<DirectionMark\b|`direction\.\$\{|'direction\.\w+'/g),
    bad: { path: 'desktop/a.tsx', text: '<DirectionMark choice={vote.voteChoice} />' },
    good: {
      path: 'desktop/a.tsx',
      text: '<LeveledDirection choice={vote.voteChoice} refPrice={vote.refPrice} />',
    },
  },
  {
    name: 'infrastructure knows no domain: its code names no votes, rounds, prices, providers …',
    appliesTo: (path) =>
      productCode('api/infrastructure')(path) &&
      // Settings are named after what they set.
      !/^api\/infrastructure\/config(-\w+)?\.ts$/.test(path),
    violations: codeMatching(DOMAIN_WORD),
    bad: {
      path: 'api/infrastructure/http/limits.ts',
      text: 'const QUOTAS = { vote: { user: 10 } }\nconst FORMS = ["/auth/oidc/callback"]',
    },
    good: {
      path: 'api/infrastructure/http/limits.ts',
      text: '// Of votes.\nconst rest = Math.round(points) + background',
    },
  },
]
