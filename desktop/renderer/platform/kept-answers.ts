import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import type { Preferences } from './platform.ts'

const KEY = 'keptAnswers'
/** How much is kept at most, in characters; a browser gives an origin about five million. */
const MOST_CHARACTERS = 400_000
/** How long after an answer it is written down, in milliseconds. */
const PAUSE_MS = 2_000

/** What the server said, to whom does not matter, and when (epoch milliseconds). */
export interface Answer {
  key: readonly unknown[]
  data: unknown
  at: number
}

interface KeptAnswersParts {
  queries: QueryClient
  preferences: Pick<Preferences, 'read' | 'write' | 'remove'>
  /** Whose answers these are: another version of the app, or another server, begins anew. */
  edition: string
  /** The page that may be left. */
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

function isAnswer(value: unknown): value is Answer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    Array.isArray(value.key) &&
    'data' in value &&
    'at' in value &&
    typeof value.at === 'number'
  )
}

/** Reads what was kept by this edition; nothing when it cannot be read. */
export function readAnswers(text: string | null, edition: string): Answer[] {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return []
    if (!('edition' in kept) || kept.edition !== edition || !('answers' in kept)) return []
    return Array.isArray(kept.answers) ? kept.answers.filter(isAnswer) : []
  } catch {
    return []
  }
}

/** The newest answers as text, as many as fit. */
export function writeAnswers(
  answers: Iterable<Answer>,
  edition: string,
  most = MOST_CHARACTERS,
): string {
  const fitting: string[] = []
  let length = 0
  for (const answer of [...answers].sort((one, other) => other.at - one.at)) {
    const text = JSON.stringify(answer)
    if (length + text.length > most) continue
    length += text.length
    fitting.push(text)
  }
  return `{"edition":${JSON.stringify(edition)},"answers":[${fitting.join()}]}`
}

/** Puts an answer into the cache with the time it is from, unless a newer one is there. */
export function restoreAnswer(queries: QueryClient, { key, data, at }: Answer): void {
  const options = { queryKey: key, meta: { isPublic: true } }
  const query = queries.getQueryCache().build(queries, queries.defaultQueryOptions(options))
  if (query.state.dataUpdatedAt >= at) return
  query.setData(data, { updatedAt: at, manual: true })
  // However long such an answer holds otherwise: it is asked for when it is shown.
  query.invalidate()
}

/**
 * Puts the kept answers into the cache with the time they are from, and
 * from then on keeps those that are the same for everybody. Answers how to end it.
 */
export function keepAnswers({ queries, preferences, edition, page }: KeptAnswersParts): () => void {
  const cache = queries.getQueryCache()
  const answers = new Map<string, Answer>()
  for (const answer of readAnswers(preferences.read(KEY), edition)) {
    answers.set(hashKey(answer.key), answer)
    restoreAnswer(queries, answer)
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const isKept = preferences.write(KEY, writeAnswers(answers.values(), edition))
    // An old answer that cannot be replaced would only lie.
    if (!isKept) preferences.remove(KEY)
  }
  const note = ({ queryKey, state }: Query) => {
    answers.set(hashKey(queryKey), { key: queryKey, data: state.data, at: state.dataUpdatedAt })
    timer ??= setTimeout(write, PAUSE_MS)
  }
  const unwatch = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (event.query.meta?.isPublic === true) note(event.query)
  })
  const leave = () => {
    if (timer !== undefined) write()
  }
  page.addEventListener('pagehide', leave)
  return () => {
    page.removeEventListener('pagehide', leave)
    unwatch()
    leave()
  }
}
