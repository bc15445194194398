import { type Rule, textMatching } from './rule.ts'

const isOwnCode = (path: string) =>
  /^(api|shared|desktop|build|tests)\//.test(path) &&
  /\.(tsx?|mjs|css|sql)$/.test(path) &&
  !/^tests\/architecture\/|^shared\/i18n\/|\.fixture\.ts$/.test(path)

/** Words of a former private vocabulary; docs/ARCHITECTURE.md has the glossary. */
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
]
