import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { LeaseStore } from './lease.ts'

/**
 * The lease in the table of that name. Only the database's clock counts, so the clocks of the
 * processes need not agree. Each call is one statement: two that ask at once queue on the row.
 */
export function createLeaseStore(database: Sql): LeaseStore {
  return {
    async ask(name, holder, lastsMs) {
      const [row] = await database.query(
        statement(
          `INSERT INTO lease AS held (name, holder, until, term)
         VALUES ($1, $2::uuid, now() + $3::int * interval '1 millisecond', 1)
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until,
           term = held.term
             + CASE WHEN held.holder = excluded.holder AND held.until > now() THEN 0 ELSE 1 END
         WHERE held.holder = excluded.holder OR held.until <= now()
         RETURNING term::int`,
          { term: column.int },
        ),
        [name, holder, lastsMs],
      )
      return row?.term ?? null
    },

    async release(name, holder) {
      await database.query(
        statement(
          `UPDATE lease SET until = now() WHERE name = $1 AND holder = $2::uuid AND until > now()`,
        ),
        [name, holder],
      )
    },
  }
}
