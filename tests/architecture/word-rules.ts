import { codeMatching, productCode, type Rule, textMatching } from './rule.ts'

const isOwnCode = (path: string) =>
  /^(api|shared|desktop|build|tests)\//.test(path) &&
  /\.(tsx?|mjs|css|sql)$/.test(path) &&
  !/^tests\/architecture\/|^shared\/i18n\/|\.fixture\.ts$/.test(path)

/** Not "post", which is also a method of HTTP; nor `Math.round`. */
const DOMAIN_WORD =
  /(?<!Math\.)\b(votes?|rounds?|posts|offer|seasons?|receipts?|ledgers?|candles?|prices?|exchanges?|nicknames?|rankings?|reactions?|likes?|notes?|moderat\w+|reports?|appeals?|profiles?|kakao|naver|apple|google|oidc)\b/gi

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
