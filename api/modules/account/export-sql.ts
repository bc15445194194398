import { column, isoSql as iso, statement } from '#api/infrastructure/database/sql.ts'

/** SQL: the arguments of a JSON object. */
const json = (fields: Record<string, string>) =>
  `json_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})::text`

/** SQL: the time of the brief, and when it is due. */
export const BRIEF = `CASE WHEN brief_due IS NOT NULL
  THEN json_build_object('hour', brief_hour, 'zone', brief_zone, 'due', ${iso('brief_due')}) END`

/** Counters of a text. */
export const COUNTS = { views: 'views', likes: 'likes', dislikes: 'dislikes' }

/**
 * Pages of JSON rows of user `$1` after key `$2`, at most `$3`, in the order of the key. The database writes
 * the JSON, so that the serving thread only passes it on.
 */
export const section = (key: string, fields: Record<string, string>, from: string) =>
  statement(
    `SELECT * FROM (SELECT ${key}::bigint AS key, ${json(fields)} AS line ${from}) lines
    WHERE key > $2 ORDER BY key LIMIT $3`,
    { key: column.int, line: column.text },
  )
