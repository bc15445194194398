import type { Database } from '#api/infrastructure/database/database.ts'
import { newSalt } from '#api/modules/receipts/receipt-row.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import { documentText } from '#api/modules/search/document-sql.ts'
import { createVoteStore } from '#api/modules/votes/store.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { addPeople } from '#tests/load/fill.ts'
import { LENGTHS } from './fill-search.ts'
import type { TextMaker } from './texts.ts'

const PAIRS = 500

/** The part of the insert that writes the documents. */
const DOCUMENTS = /,\s*documents AS \(INSERT INTO search_document[\s\S]*?WHERE has_content\)/

/** The same database, whose new votes write no document. */
const withoutDocuments = (database: Database): Database => ({
  ...database,
  query: (statement, values) => {
    const text = statement.text.replace(DOCUMENTS, '')
    if (text === statement.text) throw new Error('the statement writes no document')
    return database.query({ ...statement, text }, values)
  },
})

/** Mean times (ms) of a note written alone, with its document and without, in turns. */
export async function measureWrites(database: Database, maker: TextMaker) {
  const round = await createRoundStore(database).byRefDate(liveRound(Date.now()).refDate)
  if (!round) throw new Error('there is no live round')
  let userId = await addPeople(database, 2 * (PAIRS + 1))
  const sides = { own: database, baseline: withoutDocuments(database) }
  const spent = { own: 0, baseline: 0 }
  let tokens = 0
  for (let pair = 0; pair <= PAIRS; pair++) {
    const { title, html: content } = maker.titled(LENGTHS.note)
    // Each goes first in half of the pairs.
    const order = pair % 2 === 0 ? (['own', 'baseline'] as const) : (['baseline', 'own'] as const)
    for (const side of order) {
      const begin = performance.now()
      const inserted = await createVoteStore(sides[side]).insert({
        choice: 'up',
        offer: { hit: 226, miss: -44 },
        offerVersion: 1,
        entryPrice: '60000.00',
        roundId: round.id,
        userId: userId++,
        now: Date.now(),
        salt: newSalt(),
        title,
        content,
      })
      if (!inserted) throw new Error('a note was refused')
      // The first pair opens connections and compiles code.
      if (pair > 0) spent[side] += performance.now() - begin
    }
    const begin = performance.now()
    documentText(title, content, false, begin)
    if (pair > 0) tokens += performance.now() - begin
  }
  return { own: spent.own / PAIRS, baseline: (spent.baseline - tokens) / PAIRS }
}
