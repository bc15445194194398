import { EXCHANGES } from '#shared/rules/exchanges.ts'

/** The settings of exchanges that cannot be reached. */
export const nowhere: Record<string, string> = Object.fromEntries(
  EXCHANGES.map((name) => name.toUpperCase()).flatMap((name) => [
    [`${name}_REST_URL`, 'http://127.0.0.1:9'],
    [`${name}_STREAM_URL`, 'ws://127.0.0.1:9'],
  ]),
)
